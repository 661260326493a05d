n cuMemAlloc()<<<(),()>>>();
u cuMemAlloc()()<<<1,2>>>();
int g = k()<<<1, 2>>>(3);
d
cudaDeviceSynchronize()<<<1,1>>>()