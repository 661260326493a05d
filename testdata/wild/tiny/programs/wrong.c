#include <stdio.h>

int main(void)
{
    printf("host: 15\ndevice: 14\n");
    return 0;
}
