h
#include<device_launch_parameters.h>
