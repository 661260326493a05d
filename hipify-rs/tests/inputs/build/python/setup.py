from torch.utils.cpp_extension import CUDAExtension
# nvcc
home = os.environ["CUDA_HOME"]
