#include <cuda_runtime.h>
cudaPitchedPtr a = {nullptr, 16, 4, 4};
cudaExtent b = {1, 2, 3};
cudaPos c{0, 0, 0};
cudaChannelFormatDesc d = {32, 0, 0, 0, cudaChannelFormatKindFloat};
cudaMemLocation e = {cudaMemLocationTypeDevice, 0};
