#include <cuda.h>
void f(CUtexref t) {
  CUaddress_mode a;
  CUfilter_mode m;
  cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_WRAP);
  cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT);
  cuTexRefGetAddressMode(&a, t, 0);
  cuTexRefGetFilterMode(&m, t);
  int v;
  cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED, 0);
}
