#include <cudnn.h>

cudnnStatus_t prepare(cudnnHandle_t *handle, cudaStream_t stream)
{
    cudnnTensorDescriptor_t tensor;
    cudnnConvolutionDescriptor_t conv;
    cudnnActivationDescriptor_t act;
    cudnnCreate(handle);
    cudnnSetStream(*handle, stream);
    cudnnCreateTensorDescriptor(&tensor);
    cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 3, 224, 224);
    cudnnCreateConvolutionDescriptor(&conv);
    cudnnCreateActivationDescriptor(&act);
    cudnnDestroyTensorDescriptor(tensor);
    return CUDNN_STATUS_SUCCESS;
}
