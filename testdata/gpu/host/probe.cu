// What a device says and asks of the host: printf, assert, malloc, brkpt. One part a process: `probe PART`.
// Prints to standard output what h200.txt holds.
#include <assert.h>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The toolkit's header declares `vprintf` for the host only.
static __device__ int print(const char* format, void* arguments) {
  int r;
  asm volatile(
      "{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %1; st.param.b64 [a], %2;\n"
      "call.uni (r), vprintf, (f, a); ld.param.b32 %0, [r]; }"
      : "=r"(r) : "l"(format), "l"(arguments) : "memory");
  return r;
}

#define FORM(...)                      \
  if (which == n++) {                  \
    int r = __VA_ARGS__;               \
    printf("= %d\n", r);               \
  }
__global__ void forms(const char* text, int which) {
  int n = 0;
  FORM(printf("%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d\n", -1, 7, 7, 7, 7, 7, 7, 7))
  FORM(printf("%u|%x|%X|%#x|%#X|%o|%#o|%#x\n", 9u, 255, 255, 255, 255, 8, 8, 0))
  FORM(printf("%ld|%li|%lu|%lx|%lo|%lX\n", -5L, -6L, 7UL, 255UL, 8UL, 255UL))
  FORM(printf("%lld|%llu|%llx|%llo\n", -5LL, 7ULL, 255ULL, 8ULL))
  FORM(printf("%hd|%hu|%hx|%hi\n", (short)-3, (unsigned short)65535, 0x12345, 70000))
  FORM(printf("[%hhd]\n", 200))
  FORM(printf("[%hhu] [%d]\n", 200, 5))
  FORM(printf("[%hhx] [%s]\n", 300, "after"))
  FORM(printf("[%zd] [%zu] [%d]\n", (size_t)1 << 40, (size_t)3, 5))
  FORM(printf("[%td] [%d]\n", (ptrdiff_t)-4, 5))
  FORM(printf("[%jd] [%d]\n", (long long)-4, 5))
  FORM(printf("[%f|%.0f|%.10f|%10.2f|%-10.2f|%+f|% f|%#.0f|%010.3f]\n", 1.5, 2.5, 0.1, 3.14159, 3.14159, 1.0, 1.0, 3.0, -3.5))
  FORM(printf("[%e|%.2e|%E|%.0e|%#.0e|%12.3e]\n", 12345.678, 12345.678, 1e-300, 5e10, 5e10, 1.0))
  FORM(printf("[%g|%G|%.3g|%#g|%g|%g|%g|%.10g]\n", 1e-5, 1e20, 1234.5, 1.0, 100000.0, 1e6, 0.0001, 0.1))
  FORM(printf("[%a|%A|%.2a|%a|%a]\n", 1.0, 255.5, 1.999, 0.0, 1e-310))
  FORM(printf("[%f|%F|%e|%g|%5f|%-6f|%06f|%a]\n", 1.0 / 0.0 * text[0], -1.0 / 0.0 * text[0], 0.0 / 0.0 * text[0], 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0, 1.0 / 0.0))
  FORM(printf("[%Lf] [%d]\n", 1.5, 5))
  FORM(printf("[%lf] [%le] [%lg]\n", 1.5, 1.5, 1.5))
  FORM(printf("[%c|%5c|%-5c|%c]\n", 'a', 'b', 'c', 0x141))
  FORM(printf("[%lc|%d]\n", 'a', 5))
  FORM(printf("[%s|%10s|%-10s|%.2s|%10.2s|%.0s]\n", "abc", "abc", "abc", "abc", "abc", "abc"))
  FORM(printf("[%s] [%s]\n", text, "x"))
  FORM(printf("[%s] [%d]\n", (const char*)0, 5))
  FORM(printf("[%10s] [%d]\n", (const char*)0, 5))
  FORM(printf("[%p|%20p|%-20p|%p]\n", (void*)0x1234, (void*)0x1234, (void*)0x1234, (void*)0))
  FORM(printf("[%*d|%-*d|%*d|%.*d|%*.*f]\n", 5, 7, 5, 7, -5, 7, 3, 7, 8, 2, 3.14159))
  FORM(printf("[%.*s|%.*d|%.d]\n", 2, "abc", -1, 7, 0))
  FORM(printf("[%%|%5%|%d]\n", 5))
  FORM(printf("[%y|%d]\n", 5, 6))
  FORM(printf("[%k] [%d] [%s]\n", 5, 6, "s"))
  FORM(printf("[%n|%d]\n", (int*)text, 6))
  FORM(printf("[%d|%d|%d]\n", 1))
  FORM(printf("[%d]\n", 1, 2, 3))
  FORM(printf("%"))
  FORM(printf("\n%5"))
  FORM(printf("\n%l"))
  FORM(printf("\n"))
  FORM(printf(""))
  FORM(printf("[%'d|%Id|%1$d]\n", 1234567, 5))
  FORM(printf("[%m|%d]\n", 5))
  FORM(printf("[%ls|%d]\n", "wide", 5))
  FORM(printf("[%D|%d] [%O] [%U]\n", 1, 2, 3, 4))
  FORM(printf("[%-+ #05d|%+-5d|%0-5d|% +d]\n", 3, 3, 3, 3))
  FORM(printf("[%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d]\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32))
  FORM(print("[%d]\n", 0))
  FORM(print(0, 0))
}

__global__ void zeros(const char* format) {
  long long block[4] = {0x4847464544434241, 2, 3, 4};
  printf("[%d]\n", print(format, block));
}

__global__ void order() {
  int t = threadIdx.x, b = blockIdx.x;
  printf("A %d.%d\n", b, t);
  if (t & 1) {
    printf("B %d.%d\n", b, t);
  } else {
    printf("C %d.%d\n", b, t);
  }
  for (int i = 0; i < (t & 3); i++) printf("D %d.%d %d\n", b, t, i);
  printf("E %d.%d\n", b, t);
  __syncthreads();
  printf("F %d.%d\n", b, t);
}

template <int N>
__global__ void fill(const char* s, int n) {
  for (int i = 0; i < n; i++) {
    if (N == 0) printf("none\n");
    if (N == 1) printf("%d\n", i);
    if (N == 2) printf("%d %d\n", i, i);
    if (N == 3) printf("%lld\n", (long long)i);
    if (N == 4) printf("%d %s\n", i, s);
    if (N == 5) printf("%f %d\n", (double)i, i);
    if (N == 6) printf("%d a much longer format than the others, for we want to know if it is copied\n", i);
  }
}

__global__ void heap(unsigned long long* out) {
  void* p = malloc(0);
  void* q = malloc(1);
  void* r = malloc(100);
  printf("malloc(0) is null %d; alignment %d %d; q to r %lld\n", p == 0, (int)((size_t)q & 127), (int)((size_t)r & 127), (long long)((char*)r - (char*)q));
  free(0);
  free(p);
  free(q);
  free(r);
  void* big = malloc(9 << 20);
  printf("malloc of more than the heap is null %d\n", big == 0);
  int count = 0;
  while (malloc(1 << 20)) count++;
  printf("MiB of 8 that could be had: %d\n", count);
  count = 0;
  while (malloc(16)) count++;
  printf("then pieces of 16: %s\n", count ? "some" : "none");
}

__global__ void free_twice() {
  void* p = malloc(64);
  free(p);
  free(p);
}
__global__ void free_wild(int* p) { free(p); }
__global__ void free_inside() { char* p = (char*)malloc(64); free(p + 16); }
__global__ void breakpoint() { asm volatile("brkpt;"); }
__global__ void bad_format() { print((const char*)16, 0); }
__global__ void bad_string() { printf("[%s]\n", (const char*)16); }
__global__ void fail(int n) {
  printf("before %d\n", threadIdx.x);
  assert((int)(threadIdx.x + blockIdx.x * blockDim.x) < n);
  printf("after %d\n", threadIdx.x);
}
__global__ void registers(unsigned* out) {
  unsigned a, b;
  asm volatile("mov.u32 %0, %%envreg1;" : "=r"(a));
  asm volatile("mov.u32 %0, %%envreg2;" : "=r"(b));
  out[0] = a | b;
  out[1] = a | b ? *(unsigned*)(((size_t)a << 32) | b) : 0;
  out[2] = a | b ? *(unsigned*)((((size_t)a << 32) | b) + 4) : 0;
}
__global__ void grid(unsigned* out) {
  auto g = cooperative_groups::this_grid();
  atomicAdd(out, 1);
  g.sync();
  if (*(volatile unsigned*)out != gridDim.x * blockDim.x) out[1] = 1;
  g.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) { out[2] = g.is_valid(); }
}

static void done(const char* what) {
  cudaError_t e = cudaDeviceSynchronize();
  fflush(stdout);
  printf("-- %s: %d %s\n", what, (int)e, cudaGetErrorName(e));
  fflush(stdout);
}

template <int N>
static void count(const char* s) {
  fill<N><<<1, 1>>>(s, 300000);
  done("fill");
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "";
  setvbuf(stdout, 0, _IOFBF, 1 << 20);
  char* s;
  cudaMallocManaged(&s, 4096);
  strcpy(s, "string of 20 letters");
  auto is = [&](const char* name) { return !strcmp(part, name); };
  if (is("forms")) { forms<<<1, 1>>>(s, atoi(argv[2])); done(argv[2]); }
  if (is("zeros")) for (int i = 2; i < argc; i++) { strcpy(s, argv[i]); zeros<<<1, 1>>>(s); done(argv[i]); }
  if (is("order")) { order<<<2, 40>>>(); done(part); }
  if (is("fill")) {
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
    size_t v;
    cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize);
    printf("limit %zu\n", v);
    switch (atoi(argv[2])) {
      case 0: count<0>(s); break;
      case 1: count<1>(s); break;
      case 2: count<2>(s); break;
      case 3: count<3>(s); break;
      case 4: count<4>(s); break;
      case 5: count<5>(s); break;
      case 6: count<6>(s); break;
    }
  }
  if (is("limits")) for (size_t v : {(size_t)0, (size_t)1, (size_t)1000, (size_t)100000, (size_t)5 << 20, ((size_t)5 << 20) + 1, (size_t)10 << 20, ((size_t)10 << 20) + 70000, (size_t)1 << 40}) for (auto l : {cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize}) {
    size_t w = 0;
    cudaError_t e = cudaDeviceSetLimit(l, v);
    cudaDeviceGetLimit(&w, l);
    printf("limit %d: %zu gives %zu, %d\n", (int)l, v, w, (int)e);
  }
  if (is("heap")) { heap<<<1, 1>>>((unsigned long long*)s); done(part);
    printf("limit after use: %d\n", (int)cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20)); }
  if (is("late")) { order<<<1, 1>>>(); done(part);
    printf("limit after use: %d\n", (int)cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 16 << 20)); }
  if (is("free_twice")) { free_twice<<<1, 1>>>(); done(part); }
  if (is("free_wild")) { free_wild<<<1, 1>>>((int*)s); done(part); }
  if (is("free_inside")) { free_inside<<<1, 1>>>(); done(part); }
  if (is("brkpt")) { breakpoint<<<1, 1>>>(); done(part); }
  if (is("bad_format")) { bad_format<<<1, 1>>>(); done(part); }
  if (is("bad_string")) { bad_string<<<1, 1>>>(); done(part); }
  if (is("assert")) { fail<<<2, 3>>>(2); done(part); done("again"); }
  if (is("grid")) {
    unsigned* u = (unsigned*)s;
    memset(u, 0, 64);
    registers<<<1, 1>>>(u); done("plain");
    printf("registers %d, words %#x %#x\n", u[0] != 0, u[1], u[2]);
    void* args[] = {&u};
    memset(u, 0, 64);
    cudaLaunchCooperativeKernel(registers, dim3(3), dim3(1), args, 0, 0); done("cooperative");
    printf("registers %d, words %#x %#x\n", u[0] != 0, u[1], u[2]);
    memset(u, 0, 64);
    cudaLaunchCooperativeKernel(grid, dim3(8), dim3(64), args, 0, 0); done("grid");
    printf("%u %u %u\n", u[0], u[1], u[2]);
  }
  if (is("exit")) order<<<1, 1>>>();
  fflush(stdout);
}
