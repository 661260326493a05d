#include <cudnn.h>

void forward(cudnnHandle_t handle, cudnnTensorDescriptor_t xDesc, const float *x, cudnnTensorDescriptor_t yDesc, float *y,
             cudnnFilterDescriptor_t wDesc, const float *w, cudnnConvolutionDescriptor_t conv, void *space, size_t bytes)
{
    const float one = 1, zero = 0;
    cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, xDesc, x, &zero, yDesc, y);
    cudnnConvolutionForward(handle, &one, xDesc, x, wDesc, w, conv, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, space, bytes, &zero,
                            yDesc, y);
    cudnnSetPooling2dDescriptor(nullptr, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2);
    size_t need;
    cudnnGetConvolutionForwardWorkspaceSize(handle, xDesc, wDesc, conv, yDesc, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, &need);
}
