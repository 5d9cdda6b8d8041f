/** Tells whether a message is in an error or in what it wraps: D1's own errors, and Drizzle's around them. */
export function isCausedBy(error: unknown, message: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(message)) return true;
  }
  return false;
}
