enum Call { cudaMalloc, cudaFree, cudaMemcpy = 7 };
enum class Phase { cuInit, cuLaunchKernel };

const char *name(Call c)
{
    switch (c) {
    case cudaMalloc: return "malloc";
    case cudaFree: return "free";
    default: return "copy";
    }
}

bool first(Phase p) { return p == Phase::cuInit; }
