// grid=1 block=64 words=128
// Arguments of all sizes and alignments reach children; each thread of the first warp launches with its own.
struct Odd { char a; short b; };
struct Wide { double d; int n[3]; };

__global__ void child(int *out, char c, Odd odd, long long big, Wide wide, dim3 extent, unsigned char last)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = c + odd.a * 2 + odd.b * 3 + (int)(big >> 33) + (int)wide.d + wide.n[2] + extent.y + last + at;
}

extern "C" __global__ void run(int *out)
{
    int t = threadIdx.x;
    if (t >= 32) return;
    Odd odd = { (char)t, (short)(t - 100) };
    Wide wide = { t * 1.5, { 1, 2, 3 * t } };
    child<<<2, 2>>>(out + 4 * t, (char)-t, odd, (long long)t << 34, wide, dim3(1, t, 3), (unsigned char)(255 - t));
}
