// The host compiler's half.
#include "numbers.h"

FUNCTIONS(host)
