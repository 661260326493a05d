)::n<><<<1,2>>>(n<{)}><<<1,2>>>() // found by the fuzzer: the first bracket opens nothing
