// Adaptive smoothing: a box around each pixel grows until what it holds reaches a threshold; then its average stands there.
#pragma once
#include "twin.h"

struct Smoothed {
    float average;
    int radius;
};

BOTH Smoothed smooth_at(const float *image, int size, int x, int y, int threshold, int most) {
    float sum = 0;
    int radius = 0, count = 1;
    for (radius = 0; radius < most; radius++) {
        sum = 0;
        count = 0;
        for (int i = -radius; i <= radius; i++)
            for (int j = -radius; j <= radius; j++)
                if (x - radius >= 0 && x + radius < size && y - radius >= 0 && y + radius < size) {
                    sum += image[(y + i) * size + x + j];
                    count++;
                }
        if (sum >= float(threshold)) break;
    }
    return {count > 0 ? sum / float(count) : 0.0f, radius};
}

static std::vector<float> picture(int size) {
    Random random{5};
    std::vector<float> image(size_t(size) * size);
    for (auto &pixel : image) pixel = float(random.next() % 32);
    return image;
}
