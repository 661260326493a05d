# rocRAND's target, which programs of hipRAND name beside it. hipRAND's library has its own generators here, so
# there are no headers of rocRAND.
include(CMakeFindDependencyMacro)
find_dependency(hiprand)
if(NOT TARGET roc::rocrand)
  add_library(roc::rocrand INTERFACE IMPORTED)
  set_target_properties(roc::rocrand PROPERTIES INTERFACE_LINK_LIBRARIES hip::hiprand)
endif()
set(rocrand_FOUND TRUE)
