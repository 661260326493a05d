use cust_raw::cuInit; // café
