__global__ void k(unsigned long long n, int s);
void run(int n, int s)
{
    k<<<1 << s, 1 << 8>>>(1ull << 40, s >> 2);
    k<<<n >> s >> 1, (n << 1) >> s>>>(n >> (s >> 1), s);
    unsigned x = n << s << 1, y = n >> s >> 1;
    std::cout << n << s << std::endl;
}
