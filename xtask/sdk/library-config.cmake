# Target of a host library, which brings the runtime with it.
include(CMakeFindDependencyMacro)
find_dependency(hip)
get_filename_component(_@NAME@_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_@NAME@_target IN ITEMS roc::@NAME@ hip::@NAME@)
  if(NOT TARGET ${_@NAME@_target})
    add_library(${_@NAME@_target} SHARED IMPORTED)
    set_target_properties(${_@NAME@_target} PROPERTIES
      IMPORTED_LOCATION "${_@NAME@_prefix}/lib/@SONAME@"
      INTERFACE_INCLUDE_DIRECTORIES "${_@NAME@_prefix}/include"
      INTERFACE_LINK_LIBRARIES "hip::host")
  endif()
endforeach()
set(@NAME@_FOUND TRUE)
set(@NAME@_INCLUDE_DIRS "${_@NAME@_prefix}/include")
set(@NAME@_LIBRARIES roc::@NAME@)
