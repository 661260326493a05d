__global__ void a(int *); __global__ void b(int *);
void run(int *p) { a<<<1, 2>>>(p); b<<<3, 4>>>(p); { a<<<5, 6>>>(p); } b<<<7, 8>>>(p); }
