// Heat that spreads over a plate: an explicit step of the five-point stencil a launch, in double precision.
#pragma once
#include "twin.h"
#include <utility>

BOTH double heat_at(const double *u, int size, int x, int y, double r) {
    const size_t i = size_t(y) * size + x;
    const double here = u[i];
    const double left = x > 0 ? u[i - 1] : 0, right = x < size - 1 ? u[i + 1] : 0;
    const double down = y > 0 ? u[i - size] : 0, up = y < size - 1 ? u[i + size] : 0;
    return here * (1 - 4 * r) + r * (left + right + down + up);
}

static std::vector<double> plate(int size) {
    Random random{11};
    std::vector<double> u(size_t(size) * size);
    for (auto &value : u) value = random.next() % 1000 * 0.001;
    return u;
}
