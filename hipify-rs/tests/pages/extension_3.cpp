#include "example"

int main()
{
    nvtxEventAttributes_t attributes = {};
    begin(&attributes);
}
