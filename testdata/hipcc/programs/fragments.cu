// arch: sm_70 sm_75 sm_80 sm_90
// Products of matrices by warps: every shape, type and layout that each architecture has, against sums of the host.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// Programs read fragments by words: NVIDIA's are aligned for that.
static_assert(alignof(wmma::fragment<wmma::accumulator, 16, 16, 16, __half>) == 8, "two halves are a word");

// How a type's numbers are stored in matrices, and a small number of it.
template <typename T> struct Of { using stored = T; };
template <> struct Of<wmma::precision::tf32> { using stored = float; };

template <typename T> __host__ __device__ T number(int n) { return static_cast<T>(n); }
template <> __host__ __device__ __half number<__half>(int n) { return __float2half(static_cast<float>(n)); }
template <> __host__ __device__ __nv_bfloat16 number<__nv_bfloat16>(int n) { return __float2bfloat16(static_cast<float>(n)); }
__host__ __device__ double value(__half x) { return __half2float(x); }
__host__ __device__ double value(__nv_bfloat16 x) { return __bfloat162float(x); }
template <typename T> __host__ __device__ double value(T x) { return static_cast<double>(x); }

// Whether a matrix of so many rows and columns lies by rows.
template <typename Layout> struct Rows { static constexpr bool is = false; };
template <> struct Rows<wmma::row_major> { static constexpr bool is = true; };

// Shared memory for the matrices, the same for all products.
__device__ char *all_room()
{
    static __shared__ __align__(32) char bytes[4 * 2048];
    return bytes;
}
template <typename T> __device__ T *room(int number) { return reinterpret_cast<T *>(all_room() + 2048 * number); }

template <int M, int N, int K, typename A, typename D, typename C, typename LayoutA, typename LayoutB> __device__ void product(int *wrong)
{
    using In = typename Of<A>::stored;
    In *a = room<In>(0), *b = room<In>(1);
    C *c = room<C>(2);
    D *d = room<D>(3);
    constexpr int lda = Rows<LayoutA>::is ? K : M, ldb = Rows<LayoutB>::is ? N : K;
    bool is_signed = value(number<In>(0) ) > value(number<In>(-1));
    for (int n = threadIdx.x; n < M * K; n += 32)
        a[n] = number<In>(n * 7 % 11 - (is_signed ? 5 : 0));
    for (int n = threadIdx.x; n < K * N; n += 32)
        b[n] = number<In>(n * 5 % 7 - (is_signed ? 3 : 0));
    for (int n = threadIdx.x; n < M * N; n += 32)
        c[n] = number<C>(n % 9);
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, A, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, A, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fragment<wmma::accumulator, M, N, K, D> fd;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
    for (int n = 0; n < fc.num_elements; ++n)
        fc.x[n] = number<C>(2 * static_cast<int>(value(fc.x[n])));
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d, fd, M, wmma::mem_col_major);
    __syncthreads();
    for (int n = threadIdx.x; n < M * N; n += 32) {
        int row = n % M, column = n / M;
        double sum = 2 * ((row * N + column) % 9);
        for (int k = 0; k < K; ++k)
            sum += value(a[Rows<LayoutA>::is ? row * K + k : k * M + row]) * value(b[Rows<LayoutB>::is ? k * N + column : column * K + k]);
        if (value(d[n]) != sum)
            atomicAdd(wrong, 1);
    }
    __syncthreads();
}

template <int M, int N, int K, typename A, typename D, typename C = D> __device__ void layouts(int *wrong)
{
    product<M, N, K, A, D, C, wmma::row_major, wmma::row_major>(wrong);
    product<M, N, K, A, D, C, wmma::row_major, wmma::col_major>(wrong);
    product<M, N, K, A, D, C, wmma::col_major, wmma::row_major>(wrong);
    product<M, N, K, A, D, C, wmma::col_major, wmma::col_major>(wrong);
}

template <typename A, typename D, typename C = D> __device__ void shapes(int *wrong)
{
    layouts<16, 16, 16, A, D, C>(wrong);
    layouts<32, 8, 16, A, D, C>(wrong);
    layouts<8, 32, 16, A, D, C>(wrong);
}

__global__ void halves(int *wrong)
{
    shapes<__half, float>(wrong);
    shapes<__half, __half>(wrong);
    shapes<__half, float, __half>(wrong);
    shapes<__half, __half, float>(wrong);
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> filled;
    wmma::fill_fragment(filled, 3.0f);
    if (filled.x[0] != 3.0f || filled.x[filled.num_elements - 1] != 3.0f || sizeof(filled) != 32)
        atomicAdd(wrong, 1);
}

__global__ void bytes(int *wrong)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 720
    shapes<signed char, int>(wrong);
    shapes<unsigned char, int>(wrong);
    // Sums stop at the largest number where that is asked for.
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;
    wmma::fill_fragment(a, 100);
    wmma::fill_fragment(b, 100);
    wmma::fill_fragment(c, 0x7fffffff);
    wmma::mma_sync(d, a, b, c, true);
    if (d.x[0] != 0x7fffffff)
        atomicAdd(wrong, 1);
    wmma::mma_sync(d, a, b, c);
    if (d.x[1] != static_cast<int>(0x7fffffffu + 160000u))
        atomicAdd(wrong, 1);
#endif
}

__global__ void bits(int *wrong)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
    __shared__ __align__(32) unsigned int a[32], b[32];
    __shared__ __align__(32) int d[64];
    a[threadIdx.x] = threadIdx.x * 2654435761u;
    b[threadIdx.x] = threadIdx.x * 0x9e3779b1u ^ 0x55aa33cc;
    __syncthreads();
    {
        wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> fb;
        wmma::fragment<wmma::accumulator, 8, 8, 32, int> fd;
        wmma::fill_fragment(fd, 1);
        wmma::load_matrix_sync(fa, a, 32);
        wmma::load_matrix_sync(fb, b, 32);
        wmma::mma_sync(fd, fa, fb, fd);
        wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
        __syncthreads();
        for (int n = threadIdx.x; n < 64; n += 32) {
            int sum = 1;
            for (int k = 0; k < 32; ++k)
                sum += (static_cast<int>(a[n / 8 * 4 + k / 8] << (28 - k % 8 * 4)) >> 28) * (static_cast<int>(b[n % 8 * 4 + k / 8] << (28 - k % 8 * 4)) >> 28);
            if (d[n] != sum)
                atomicAdd(wrong, 1);
        }
        __syncthreads();
    }
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fd;
    wmma::fill_fragment(fd, 0);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::experimental::bmma_sync(fd, fa, fb, fd);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    wmma::bmma_sync(fd, fa, fb, fd, wmma::experimental::bmmaBitOpAND);
#endif
    wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
    __syncthreads();
    for (int n = threadIdx.x; n < 64; n += 32) {
        int sum = 0;
        for (int k = 0; k < 4; ++k) {
            sum += __popc(a[n / 8 * 4 + k] ^ b[n % 8 * 4 + k]);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
            sum += __popc(a[n / 8 * 4 + k] & b[n % 8 * 4 + k]);
#endif
        }
        if (d[n] != sum)
            atomicAdd(wrong, 1);
    }
#endif
}

__global__ void later(int *wrong)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    shapes<__nv_bfloat16, float>(wrong);
    layouts<16, 16, 8, wmma::precision::tf32, float>(wrong);
    layouts<8, 8, 4, double, double>(wrong);
    if (wmma::__float_to_tf32(1.0f + 1.0f / 4096) != 1.0f)
        atomicAdd(wrong, 1);
#endif
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, sizeof(int));
    *wrong = 0;
    halves<<<1, 32>>>(wrong);
    bytes<<<1, 32>>>(wrong);
    bits<<<1, 32>>>(wrong);
    later<<<1, 32>>>(wrong);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernels do not run\n");
        return 1;
    }
    printf(*wrong ? "%d wrong\n" : "right\n", *wrong);
    return *wrong != 0;
}
