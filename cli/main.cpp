#include <new>

#include "cli/complain.h"
#include "cli/verb.h"

int main(int argc, char** argv) {
  try {
    return lockstep::run_command_line(lockstep::Words(argv + (argc > 0), argv + argc));
  } catch (const std::bad_alloc&) {
    lockstep::complain("lockstep", lockstep::Error{lockstep::ErrorKind::TooLarge, "out of memory"});
    return lockstep::kBadInput;
  } catch (const std::exception& exception) {
    // A fault of our own, or an output that cannot be written: still one line and a status.
    lockstep::complain("lockstep", lockstep::Error{lockstep::ErrorKind::Internal, exception.what()});
    return lockstep::kBadInput;
  }
}
