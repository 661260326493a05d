// Found by the fuzzer: the commas of a launch are no commas of the list that it stands in.
__launch_bounds__(N, ()<<<0, 0>>>(), s)
