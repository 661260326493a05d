CUdeviceptr p=p/"
;
cudaFree(0);
