// arch: sm_70 --cuda-names
// CUDA's driver by its own names: what headers of NVIDIA's libraries need of cuda.h to look its functions up. Members of
// 16-bit types.
#include <cstdio>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

template <class A, class B> constexpr bool same = std::is_same<A, B>::value;

// Names stand for CUDA 12.0's spellings; handles are the runtime's.
static_assert(same<decltype(&::cuMemAlloc), CUresult (*)(CUdeviceptr *, size_t)>, "memory");
static_assert(same<decltype(&::cuMemAlloc), decltype(&cuMemAlloc_v2)>, "a spelling");
static_assert(same<decltype(&::cuStreamGetCtx), CUresult (*)(CUstream, CUcontext *)>, "a later spelling has another name");
static_assert(same<CUstream, cudaStream_t> && same<CUevent, cudaEvent_t> && same<CUmemoryPool, cudaMemPool_t>, "handles");
static_assert(same<PFN_cuGetProcAddress_v12000, decltype(&::cuGetProcAddress)>, "a pointer's type");
static_assert(::CU_GET_PROC_ADDRESS_DEFAULT == 0 && ::CU_EVENT_WAIT_DEFAULT == 0, "constants are no macros");

// Attributes of devices have CUDA's numbers, and those of the runtime are converted.
template <cudaDeviceAttr Attribute> constexpr int number() { return static_cast<CUdevice_attribute>(Attribute); }
static_assert(number<cudaDevAttrMultiProcessorCount>() == 16 && ::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT == 16, "a number");
static_assert(number<::cudaDevAttrCanFlushRemoteWrites>() == ::CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES, "HIP has no name");
static_assert(number<::cudaDevAttrMaxTexture1DLayeredLayers>() == 43, "an extension");

// Classes of programs set the bits of NVIDIA's types by the member's name.
struct Half : __half { explicit Half(unsigned short bits) { __x = bits; } };
struct Bfloat : __nv_bfloat16 { explicit Bfloat(unsigned short bits) { __x = bits; } };

int main()
{
    int count = 0;
    bool right = cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess && count > 0;
    right = right && float(Half(0xc100)) == -2.5f && float(Bfloat(0xc020)) == -2.5f;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
