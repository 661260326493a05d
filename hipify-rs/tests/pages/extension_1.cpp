#include "example"
