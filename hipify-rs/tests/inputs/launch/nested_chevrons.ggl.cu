#include <vector>
__global__ void k(int n);

template <class T> T pick(T a, T b);

void run(const std::vector<std::vector<int>> &v, int n, int m)
{
    k<<<pick<std::vector<std::vector<int>>>(v, v).size(), 32>>>(n >> 1);
    k<<<(n >> 5) + 1, 32>>>(n << 2);
    k<<<n >> 5, m << 1>>>(n >> 2 >> 1);
    k<<<n < m ? n : m, 64>>>(n < m);
    k<<<static_cast<int>(n), std::min<int>(m, 128), sizeof(std::vector<int>) >> 1>>>(n);
    k<<<n > 3, 64>>>(m);
}
