/*
 * A program that ignores what its calls answer. `unnoticed KERNELS CASE` makes one mistake, prints "done", and ends with 0.
 */
#include <hip/hip_runtime.h>

#include <stdio.h>
#include <string.h>

static hipFunction_t function(const char *kernels, const char *name)
{
    hipModule_t module = NULL;
    hipFunction_t function = NULL;
    hipModuleLoad(&module, kernels);
    hipModuleGetFunction(&function, module, name);
    return function;
}

static void launch(hipFunction_t kernel, unsigned threads, void *at)
{
    unsigned value = 1;
    void *params[2] = { &at, &value };
    hipModuleLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, NULL, params, NULL);
}

int main(int count, char **argument)
{
    const char *kernels = count > 2 ? argument[1] : "", *what = count > 2 ? argument[2] : "";
    void *memory = NULL;
    hipModule_t module;
    hipInit(0);
    hipMalloc(&memory, 64);
    if (strcmp(what, "fault") == 0) {
        launch(function(kernels, "store"), 1, (void *)8);
        hipDeviceSynchronize();
    } else if (strcmp(what, "host") == 0) {
        launch(function(kernels, "store"), 1, &module);
        hipDeviceSynchronize();
    } else if (strcmp(what, "launch") == 0) {
        launch(function(kernels, "store"), 2048, memory);
        launch(function(kernels, "store"), 4096, memory);
    } else if (strcmp(what, "image") == 0) {
        hipModuleLoadData(&module, ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { bad; }\n");
    } else if (strcmp(what, "dropped") == 0) {
        launch(function(kernels, "for_ever"), 1, memory);
    }
    puts("done");
    return 0;
}
