# lockstep_layer(NAME [SEES layer…] [EXCEPT file…]): the folder NAME as the static library lockstep_NAME, linked
# to the layers that it may see. A folder without sources has no library, and seeing it is nothing.
#
# A static library hides a missing arrow until some program happens to lack the symbol. So each layer is also
# linked whole, with what it sees and nothing else, into a program that is never run: a call along a forbidden
# arrow is an undefined reference.
function(lockstep_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "SEES;EXCEPT")
  file(GLOB sources CONFIGURE_DEPENDS ${name}/*.cpp)
  list(TRANSFORM layer_EXCEPT PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/${name}/")
  list(REMOVE_ITEM sources ${layer_EXCEPT})
  if(NOT sources)
    return()
  endif()

  set(library lockstep_${name})
  add_library(${library} STATIC ${sources})
  target_include_directories(${library} PUBLIC "${CMAKE_SOURCE_DIR}")
  foreach(seen IN LISTS layer_SEES)
    if(TARGET lockstep_${seen})
      target_link_libraries(${library} PUBLIC lockstep_${seen})
    endif()
  endforeach()

  set(empty_main "${CMAKE_BINARY_DIR}/empty_main.cpp")
  file(CONFIGURE OUTPUT "${empty_main}" CONTENT "int main() { return 0; }\n")
  add_executable(${library}_arrows "${empty_main}")
  target_link_libraries(${library}_arrows PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${library}>")
  set_target_properties(${library}_arrows PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/arrows")
endfunction()
