# What CMake's language HIP (enable_language) links programs with.
get_filename_component(hip_lang_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hip-lang::amdhip64)
  add_library(hip-lang::amdhip64 SHARED IMPORTED)
  set_target_properties(hip-lang::amdhip64 PROPERTIES
    IMPORTED_LOCATION "${hip_lang_PREFIX}/lib/libamdhip64.so"
    IMPORTED_SONAME "libamdhip64.so.@SONAME@")
endif()
foreach(hip_lang_target host device)
  if(NOT TARGET hip-lang::${hip_lang_target})
    add_library(hip-lang::${hip_lang_target} INTERFACE IMPORTED)
    set_target_properties(hip-lang::${hip_lang_target} PROPERTIES INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)
  endif()
endforeach()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
