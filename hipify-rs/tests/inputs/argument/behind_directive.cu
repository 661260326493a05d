// The word before a call is a directive's, and no type.
void depend(cudaGraph_t g, cudaGraphNode_t *a, cudaGraphNode_t *b, cudaGraphEdgeData *e, size_t n)
{
#ifdef EDGES
    cudaGraphAddDependencies(g, a, b, e, n);
#endif
    cudaGraphAddDependencies(g, a, b, NULL, n);
#undef EDGES
    cudaGraphAddDependencies(g, a, b, NULL, n);
}
