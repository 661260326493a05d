%:include <cuda_runtime.h>
void run(int n)
<%
    int a<:4:> = <% 1, 2, 3, n %>;
    cudaMemcpy(a, a, sizeof a, cudaMemcpyHostToHost);
%>
