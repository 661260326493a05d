k<<<dim3(1, 2), 32>>>
(# x
);
cudaFree(p);
