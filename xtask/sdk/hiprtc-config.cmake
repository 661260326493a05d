# find_package(hiprtc): gives hiprtc::hiprtc, which is the HIP library by another name.
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_PREFIX_PATH "${CMAKE_CURRENT_LIST_DIR}/../../..")
find_dependency(hip)

if(NOT TARGET hiprtc::hiprtc)
  add_library(hiprtc::hiprtc INTERFACE IMPORTED)
  set_target_properties(hiprtc::hiprtc PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
endif()
