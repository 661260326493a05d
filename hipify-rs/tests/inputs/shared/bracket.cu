[__shared__ extern];
cudaError_t after;
