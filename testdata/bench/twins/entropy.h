// The entropy of the 5×5 window around each pixel of an image of 16 grey levels.
#pragma once
#include "twin.h"
#include <math.h>

BOTH float entropy_at(const uint8_t *image, int width, int height, int x, int y) {
    char histogram[16];
    for (int i = 0; i < 16; i++) histogram[i] = 0;
    int total = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            const int px = x + dx, py = y + dy;
            if (px >= 0 && px < width && py >= 0 && py < height) {
                histogram[image[py * width + px] & 15]++;
                total++;
            }
        }
    if (total == 0) return 0;
    float sum = 0;
    for (int i = 0; i < 16; i++) {
        const float part = float(histogram[i]) / float(total);
        if (part > 0) sum -= part * log2f(part);
    }
    return sum;
}

static std::vector<uint8_t> picture(int width, int height) {
    Random random{3};
    std::vector<uint8_t> image(size_t(width) * height);
    for (auto &pixel : image) pixel = uint8_t(random.next() % 16);
    return image;
}
