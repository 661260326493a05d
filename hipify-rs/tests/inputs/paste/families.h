#define CUDA_CALL(name) cuda##name
#define STREAM(kind) cudaStream##kind
#define DRIVER(name, ...) cu##name(__VA_ARGS__)
#define OTHER(a, b) a##b
#define LEFT(name) my_##name
#define CALL(name) OTHER(cublas, name)
