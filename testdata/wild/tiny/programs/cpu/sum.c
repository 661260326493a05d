#include <stdio.h>

int main(void)
{
    printf("7.5 seconds\nsum 1.0 of 3\n");
    return 0;
}
