// Found by the fuzzer: the last entry reads as a declaration, and would no more between the named ones.
void f(void *p)
{
    v.accessPolicyWindow = cudaAccessPolicyWindow{p, cudaAccessPropertyPersisting, intisg
        cudaAccessPropertyStreaming,
    };
}
