#pragma once

#include <vector>

// C = A * B on the host; A is m by k, B is k by n, all row major.
void matmul_reference(const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &c,
                      int m, int n, int k);
