#define API __attribute__((visibility("default")))
inline ::CUdevice device();
[[nodiscard]] API ::cudaError_t status() noexcept;
static const ::cudaStream_t invalid = reinterpret_cast<::cudaStream_t>(~0ULL);
struct S { constexpr operator ::cudaDeviceAttr() const noexcept; };
struct T { mine :: cudaStream_t s; mine::cudaStream_t t; };
int flags = ::CU_GREEN_CTX_DEFAULT_STREAM + CU_GREEN_CTX_DEFAULT_STREAM;
