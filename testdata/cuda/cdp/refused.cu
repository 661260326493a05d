// grid=1 block=1 words=64
// What streams of no order, and copies from the host, are told.
extern "C" __global__ void run(int *out)
{
    cudaEvent_t event;
    out[0] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    out[1] = cudaEventRecord(event, cudaStreamTailLaunch);
    out[2] = cudaGetLastError();
    out[3] = cudaEventRecord(event, cudaStreamFireAndForget);
    out[4] = cudaGetLastError();
    out[5] = cudaStreamWaitEvent(cudaStreamTailLaunch, event, 0);
    out[6] = cudaGetLastError();
    out[7] = cudaStreamWaitEvent(cudaStreamFireAndForget, event, 0);
    out[8] = cudaGetLastError();
    out[9] = cudaMemcpyAsync(out + 32, out + 33, 4, cudaMemcpyHostToDevice, 0);
    out[10] = cudaGetLastError();
    out[11] = cudaMemcpyAsync(out + 32, out + 33, 4, cudaMemcpyDeviceToHost, 0);
    out[12] = cudaGetLastError();
    out[13] = cudaMemcpyAsync(out + 32, out + 33, 4, (cudaMemcpyKind)9, 0);
    out[14] = cudaGetLastError();
    out[15] = cudaMemcpyAsync(out + 40, out, 4, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
    out[16] = cudaMemcpyAsync(out + 41, out, 4, cudaMemcpyDeviceToDevice, cudaStreamFireAndForget);
    out[17] = cudaGetLastError();
    out[19] = cudaMemcpy2DAsync(out + 44, 4, out, 4, 8, 2, cudaMemcpyDeviceToDevice, 0);
    out[20] = cudaGetLastError();
    out[21] = cudaMemcpyAsync(out + 42, out, 4, cudaMemcpyDefault, cudaStreamPerThread);
}
