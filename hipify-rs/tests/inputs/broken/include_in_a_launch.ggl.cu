#include "cublas.h"
void run(int *p)
{
    k<<<1, 1>> the rest of this line was lost
#include "cublas.h"
    , 2>>>(p);
    k<<<1, 2>>>(p);
}
