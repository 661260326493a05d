#include <libmissing.h>

int main(void)
{
    return 0;
}
