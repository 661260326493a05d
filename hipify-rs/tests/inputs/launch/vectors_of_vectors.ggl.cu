#include <vector>
template <class T> __global__ void k(T *p);
void run(std::vector<std::vector<std::vector<int>>> v)
{
    std::vector<std::vector<std::vector<int>>>(v);
    k<std::vector<std::vector<int>>><<<v.size(), std::vector<std::vector<int>>(4).size()>>>(nullptr);
    k<std::pair<int, std::pair<int, int>>> <<<1, 1>>> (nullptr);
}
