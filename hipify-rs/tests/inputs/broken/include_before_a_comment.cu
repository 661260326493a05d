#include <cublas.h>
#include <cublas.h> /* of
several lines */ #
int main() { return 0; }
