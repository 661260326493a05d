void f() {
  result = cudaFuncSetAttribute(
      kernel<decltype(shape), Stages>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetAttribute(entry<A, decltype(x), decltype(y), 3>, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaFuncSetAttribute(entry<(N > 2), T[3]>, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
}
