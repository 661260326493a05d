// Found by damaging: behind the semicolon another statement seems to begin, which declares the last name.
void f(cudaGraph_t g, cudaGraphNode_t *a, size_t n)
{
    cudaGraphAddDependencies(g, a /* from */, a + 1;to */, NULL,
        cudaEventDefault);
}
