/* Programmatic dependent launches (CUDA programming guide, "Programmatic Dependent Launch and Synchronization"): instructions of sm_90,
 * and nothing before, where a kernel starts when the one before it in its stream is done. */
#ifndef HIP_DEVICE_PROGRAMMATIC_H
#define HIP_DEVICE_PROGRAMMATIC_H

/* Waits until the kernels that this one follows are done, and their writes visible (CUDA: cudaGridDependencySynchronize). */
static inline __device__ void hipExtGridDependencySynchronize()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __asm__ volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Allows the kernels that follow this one to start (CUDA: cudaTriggerProgrammaticLaunchCompletion). */
static inline __device__ void hipExtTriggerProgrammaticLaunchCompletion()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    __asm__ volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

#endif
