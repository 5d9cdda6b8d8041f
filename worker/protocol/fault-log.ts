/**
 * Logs an unexpected failure with its kind and stack, but not its message, since the database's messages repeat bound
 * values.
 *
 * @param about what failed, such as the operation and the request id
 */
export function logFault(error: unknown, about: Record<string, unknown>): void {
  const frames = error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  console.error("Unexpected failure", {
    ...about,
    kind: error instanceof Error ? error.name : typeof error,
    frames,
  });
}
