// grid=1 block=1 words=1024
// Quicksort: each level splits and gives both parts to children, down to what one thread sorts itself.
__global__ void sort(int *data, int low, int high, int depth)
{
    if (depth >= 16 || high - low < 24) {
        for (int i = low + 1; i <= high; i++) {
            int v = data[i], at = i;
            while (at > low && data[at - 1] > v) { data[at] = data[at - 1]; at--; }
            data[at] = v;
        }
        return;
    }
    int pivot = data[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (data[i] < pivot) i++;
        while (data[j] > pivot) j--;
        if (i <= j) { int t = data[i]; data[i++] = data[j]; data[j--] = t; }
    }
    if (low < j) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        sort<<<1, 1, 0, s>>>(data, low, j, depth + 1);
        cudaStreamDestroy(s);
    }
    if (i < high) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        sort<<<1, 1, 0, s>>>(data, i, high, depth + 1);
        cudaStreamDestroy(s);
    }
}

extern "C" __global__ void run(int *out)
{
    unsigned state = 12345;
    for (int i = 0; i < 1024; i++) {
        state = state * 1664525 + 1013904223;
        out[i] = (int)(state >> 12) - (1 << 19);
    }
    sort<<<1, 1>>>(out, 0, 1023, 0);
}
