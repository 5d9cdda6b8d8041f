// Loaded before a program that leads a process group, by `node --import`. Its standard input is a pipe that its parent
// never writes to and that the system closes when the parent ends, however that happens: then the group ends too.
process.stdin.on("close", () => process.kill(-process.pid, "SIGKILL"));
process.stdin.resume();
process.stdin.unref();
