// Found by the fuzzer: what stands before the second launch reaches over the first, as chevrons or as a call.
cude <sum<T, 4><<<blocks, 128>>>(a, 128, 0>>>(b);
    policy) ? 4 : 2><<<blocks, sizeof(Pair<T, int>)>>>(a, b);
