// grid=1 block=1 words=256
// Copies and fills on the device, in order with the launches of their stream. Fills are with zeros: whatever the byte, that
// is what an H200 with driver 580 stores.
__global__ void fill(int *out, int v) { out[threadIdx.x] = v + threadIdx.x; }
__global__ void add(int *out) { out[threadIdx.x] += 1000; }

extern "C" __global__ void run(int *out)
{
    int *status = out + 240;
    fill<<<1, 64>>>(out, 1);
    cudaStream_t s;
    *status++ = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    fill<<<1, 144, 0, s>>>(out + 96, 3000);
    *status++ = cudaMemcpyAsync(out + 64, out, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    add<<<1, 32>>>(out);
    *status++ = cudaMemsetAsync(out + 8, 0, 5, 0);
    *status++ = cudaMemset2DAsync(out + 96, 32, 0, 12, 4, s);
    *status++ = cudaMemcpy2DAsync(out + 128, 16, out + 96, 32, 16, 4, cudaMemcpyDeviceToDevice, s);
    cudaPitchedPtr to;
    to.ptr = out + 160; to.pitch = 16; to.xsize = 16; to.ysize = 4;
    cudaExtent extent;
    extent.width = 8; extent.height = 3; extent.depth = 2;
    *status++ = cudaMemset3DAsync(to, 0, extent, s);
    cudaMemcpy3DParms p = {};
    p.srcPtr = to;
    p.dstPtr = to; p.dstPtr.ptr = out + 192;
    p.srcPos.x = 4; p.srcPos.z = 1;
    p.dstPos.y = 1;
    p.extent = extent;
    p.kind = cudaMemcpyDeviceToDevice;
    p.extent.depth = 1;
    *status++ = cudaMemcpy3DAsync(&p, s);
    *status++ = cudaMemsetAsync(out, 0, 0, s);
    *status++ = cudaMemcpyAsync(out + 230, out + 231, 4, cudaMemcpyHostToHost, s);
    *status++ = cudaMemcpyAsync(out + 230, out + 231, 4, cudaMemcpyDefault, s);
    *status++ = cudaGetLastError();
    *status++ = 77;
}
