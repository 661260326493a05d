__global__ void k(int *p);
void run(int *p, dim3 grid, dim3 block)
{
	k << <grid, block >> > (p);
	k << < grid, block, 0 >> > (p);
	k<< <grid, block>> >(p);
	k < << grid, block >> >(p);
}
