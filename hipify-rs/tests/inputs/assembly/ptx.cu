__device__ unsigned lane()
{
    unsigned r;
    asm("mov.u32 %0, %laneid;" : "=r"(r));
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    __asm__ __volatile__("membar.gl;" ::: "memory");
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.eq.u32 p, %0, 0;\n\t"
                 "}" ::"r"(r));
    asm volatile("" ::: "memory");
    return r;
}
#define PREFETCH(p) asm volatile("prefetch.global.L2 [%0];" ::"l"(p))
#define SM(r) asm volatile("mov.u32 %0, %smid;" : "=r"(r) :)
__device__ unsigned long long registers(unsigned n)
{
    unsigned long long r;
    asm("{ .reg .u32 %low;\n\t"
        "add.u32 %low, %1, %%clock;\n\t"
        "mul.wide.u32 %0, %low, 2; }" : "=l"(r) : "r"(n));
    asm("{ .reg .u32 %r; mov.u32 %r, %clock; }");
    return r;
}
