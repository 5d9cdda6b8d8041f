// Ends the process group that a program leads, when the program's parent has ended; `node --import` loads this before the program. Its
// standard input is a pipe to which the parent never writes. The system closes it when the parent ends, however that happens.
process.stdin.on("close", () => process.kill(-process.pid, "SIGKILL"));
process.stdin.resume();
process.stdin.unref();
