// MurmurHash3 (x64, 128 bits) of many keys whose lengths differ, one thread a key.
#pragma once
#include "twin.h"

BOTH uint64_t turned(uint64_t x, int by) { return x << by | x >> (64 - by); }

BOTH uint64_t mixed(uint64_t k) {
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdu;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53u;
    return k ^ k >> 33;
}

BOTH void murmur3(const uint8_t *key, int length, uint32_t seed, uint64_t *hash) {
    const uint64_t c1 = 0x87c37b91114253d5u, c2 = 0x4cf5ad432745937fu;
    const int blocks = length / 16;
    uint64_t h1 = seed, h2 = seed;
    for (int i = 0; i < blocks; i++) {
        uint64_t k1 = 0, k2 = 0;
        for (int n = 7; n >= 0; n--) {
            k1 = k1 << 8 | key[16 * i + n];
            k2 = k2 << 8 | key[16 * i + 8 + n];
        }
        h1 ^= turned(k1 * c1, 31) * c2;
        h1 = (turned(h1, 27) + h2) * 5 + 0x52dce729;
        h2 ^= turned(k2 * c2, 33) * c1;
        h2 = (turned(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    const uint8_t *tail = key + 16 * blocks;
    uint64_t k1 = 0, k2 = 0;
    switch (length & 15) {
    case 15: k2 ^= uint64_t(tail[14]) << 48;
    case 14: k2 ^= uint64_t(tail[13]) << 40;
    case 13: k2 ^= uint64_t(tail[12]) << 32;
    case 12: k2 ^= uint64_t(tail[11]) << 24;
    case 11: k2 ^= uint64_t(tail[10]) << 16;
    case 10: k2 ^= uint64_t(tail[9]) << 8;
    case 9:
        k2 ^= uint64_t(tail[8]);
        h2 ^= turned(k2 * c2, 33) * c1;
    case 8: k1 ^= uint64_t(tail[7]) << 56;
    case 7: k1 ^= uint64_t(tail[6]) << 48;
    case 6: k1 ^= uint64_t(tail[5]) << 40;
    case 5: k1 ^= uint64_t(tail[4]) << 32;
    case 4: k1 ^= uint64_t(tail[3]) << 24;
    case 3: k1 ^= uint64_t(tail[2]) << 16;
    case 2: k1 ^= uint64_t(tail[1]) << 8;
    case 1:
        k1 ^= uint64_t(tail[0]);
        h1 ^= turned(k1 * c1, 31) * c2;
    }
    h1 ^= uint64_t(length);
    h2 ^= uint64_t(length);
    h1 += h2;
    h2 += h1;
    h1 = mixed(h1);
    h2 = mixed(h2);
    hash[0] = h1 + h2;
    hash[1] = h1 + 2 * h2;
}

struct Keys {
    std::vector<int> offset, length;
    std::vector<uint8_t> bytes;
    explicit Keys(int count) {
        Random random{7};
        for (int i = 0; i < count; i++) {
            offset.push_back(int(bytes.size()));
            length.push_back(int(random.next() % 256));
            for (int n = 0; n < length.back(); n++) bytes.push_back(uint8_t(random.next()));
        }
    }
};
