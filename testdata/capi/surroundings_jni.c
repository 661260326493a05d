/* The native half of Surroundings.java. */
#include <hip/hip_runtime_api.h>
#include <jni.h>

enum { BIG = 64 << 20, N = 128 };

static const char *const TEXT =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry increment(.param .u64 at)\n{\n"
    ".reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [at]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; add.u32 %r2, %r2, 1; st.global.u32 [%rd3], %r2;\n ret;\n}\n";

static hipError_t increment(void *at)
{
    hipModule_t module;
    hipFunction_t function;
    void *parameters[] = {&at};
    hipError_t code = hipModuleLoadData(&module, TEXT);
    if (code == hipSuccess)
        code = hipModuleGetFunction(&function, module, "increment");
    if (code == hipSuccess)
        code = hipModuleLaunchKernel(function, 1, 1, 1, N, 1, 1, 0, 0, parameters, 0);
    return code == hipSuccess ? hipDeviceSynchronize() : code;
}

JNIEXPORT jboolean JNICALL Java_Surroundings_work(JNIEnv *env, jclass class)
{
    unsigned words[N];
    void *here;
    (void)env, (void)class;
    if (hipMalloc(&here, sizeof words) || hipMemset(here, 0, sizeof words) || increment(here))
        return JNI_FALSE;
    if (hipMemcpy(words, here, sizeof words, hipMemcpyDeviceToHost) || hipFree(here))
        return JNI_FALSE;
    for (int n = 0; n < N; n++)
        if (words[n] != 1)
            return JNI_FALSE;
    return JNI_TRUE;
}

JNIEXPORT jboolean JNICALL Java_Surroundings_fault(JNIEnv *env, jclass class)
{
    void *gone;
    (void)env, (void)class;
    if (hipMalloc(&gone, BIG) || hipFree(gone))
        return JNI_FALSE;
    return increment((char *)gone + BIG / 2) == hipErrorIllegalAddress && hipDeviceReset() == hipSuccess;
}
