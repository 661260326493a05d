template <typename... T> struct tuple {};
#include "example"
