int cub_size(int);
#include "example"
