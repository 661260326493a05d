__global__ void k(int *p);
#define SHAPE 4, 64

void run(int *p)
{
    k<<<SHAPE>>>(p);
    k<<<4>>>(p);
    k<<<>>>(p);
    k<<<1, 2, 3, 4, 5>>>(p);
    <<<1, 2>>>(p);
    k<<<1, 2>>>;
}
