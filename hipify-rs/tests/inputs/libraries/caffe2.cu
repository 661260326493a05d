#include "caffe2/core/context_gpu.h"
#include "caffe2/operators/spatial_batch_norm_op.h"
REGISTER_CUDA_OPERATOR(Relu, ReluOp<CUDAContext>);
