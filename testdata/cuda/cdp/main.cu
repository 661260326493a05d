// Runs one program: run<<<grid, block>>>(out) on a zeroed array of words, then prints how it ended and what it left.
// Usage: program GRID BLOCK WORDS [PENDING]; the last is the limit of pending launches.
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" __global__ void run(int *out);

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    int grid = atoi(argv[1]), block = atoi(argv[2]), words = atoi(argv[3]);
    if (argc > 4) cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, atoi(argv[4]));
    int *out;
    if (cudaMalloc(&out, words * sizeof(int)) != cudaSuccess) return 2;
    cudaMemset(out, 0, words * sizeof(int));
    run<<<grid, block>>>(out);
    int launched = cudaGetLastError();
    std::vector<int> host(words);
    int ended = cudaMemcpy(host.data(), out, words * sizeof(int), cudaMemcpyDeviceToHost);
    printf("launch %d end %d\n", launched, ended);
    if (ended == 0)
        for (int i = 0; i < words; i++) printf("%d%c", host[i], i % 16 == 15 || i + 1 == words ? '\n' : ' ');
    return 0;
}
