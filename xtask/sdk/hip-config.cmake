# find_package(hip): gives hip::host, and hip::amdhip64 and hip::device, which are the same library. Sources with kernels are
# compiled by CMake's language HIP, or by hipcc as the C++ compiler.
get_filename_component(hip_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(hip_VERSION @VERSION@)
set(HIP_VERSION ${hip_VERSION})
set(HIP_PLATFORM amd)
set(HIP_COMPILER clang)
set(HIP_RUNTIME software)
set(HIP_PATH "${hip_PREFIX}")
set(HIP_HIPCC_EXECUTABLE "${hip_PREFIX}/bin/hipcc")
set(hip_INCLUDE_DIR "${hip_PREFIX}/include")
set(hip_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(hip_LIB_INSTALL_DIR "${hip_PREFIX}/lib")
set(hip_BIN_INSTALL_DIR "${hip_PREFIX}/bin")

if(NOT TARGET hip::amdhip64)
  add_library(hip::amdhip64 SHARED IMPORTED)
  set_target_properties(hip::amdhip64 PROPERTIES
    IMPORTED_LOCATION "${hip_LIB_INSTALL_DIR}/libamdhip64.so"
    IMPORTED_SONAME "libamdhip64.so.@SONAME@"
    INTERFACE_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1")
endif()
foreach(hip_target host device)
  if(NOT TARGET hip::${hip_target})
    add_library(hip::${hip_target} INTERFACE IMPORTED)
    # NVTX consists of headers alone, so a translated program names no library for it.
    set_target_properties(hip::${hip_target} PROPERTIES
      INTERFACE_LINK_DIRECTORIES "${hip_LIB_INSTALL_DIR}"
      INTERFACE_LINK_LIBRARIES "hip::amdhip64;-Wl,--push-state,--as-needed;-lroctx64;-Wl,--pop-state")
  endif()
endforeach()

set(hip_LIBRARIES hip::host)
set(hip_LIBRARY ${hip_LIBRARIES})
set(HIP_INCLUDE_DIR ${hip_INCLUDE_DIR})
set(HIP_INCLUDE_DIRS ${hip_INCLUDE_DIRS})
set(HIP_LIBRARIES ${hip_LIBRARIES})
