__global__ void k(int *p);
void run(int *p, bool b)
{
    if (b) [[likely]] k<<<1, 1>>>(p);
label:
    k<<<1, 1>>>(p);
    do k<<<1, 1>>>(p); while (0);
    else_less: if (!b) { } else k<<<1, 1>>>(p);
    return (void)k<<<1, 1>>>(p);
}
