#include <nvrtc.h>
#include <cuda.h>
#include <string>

std::string compile(const char *source)
{
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source, "kernel.cu", 0, nullptr, nullptr);
    nvrtcAddNameExpression(program, "scale<float>");
    const char *options[] = {"--gpu-architecture=compute_90"};
    nvrtcResult result = nvrtcCompileProgram(program, 1, options);
    if (result != NVRTC_SUCCESS) throw nvrtcGetErrorString(result);
    size_t n;
    nvrtcGetPTXSize(program, &n);
    std::string ptx(n, 0);
    nvrtcGetPTX(program, &ptx[0]);
    nvrtcDestroyProgram(&program);
    return ptx;
}
