n cuMemAlloc()<<<(),()>>>();
int g = k()<<<1, 2>>>(3);
d
cudaDeviceSynchronize()<<<1,1>>>()