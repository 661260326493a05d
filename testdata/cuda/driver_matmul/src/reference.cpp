#include "reference.h"

void matmul_reference(const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &c,
                      int m, int n, int k)
{
    for (int row = 0; row < m; ++row)
        for (int col = 0; col < n; ++col) {
            double sum = 0.0;
            for (int i = 0; i < k; ++i)
                sum += (double)a[row * k + i] * b[i * n + col];
            c[row * n + col] = (float)sum;
        }
}
