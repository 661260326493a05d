// grid=1 block=1 words=16
// Launches that cannot begin pile up to a limit: tail launches, none of which runs before the parent ends.
__global__ void child(int *count) { atomicAdd(count, 1); }

extern "C" __global__ void run(int *out)
{
    int taken = 0, first = 0, refused = 0;
    for (int i = 0; i < 2600; i++) {
        child<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
        int error = cudaGetLastError();
        if (error == 0) taken++;
        else {
            if (refused++ == 0) first = i;
            out[4] = error;
        }
    }
    out[1] = taken;
    out[2] = first;
    out[3] = refused;
}
