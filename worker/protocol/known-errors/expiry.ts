/** The second sentence of "token has expired" when the time (ms since the epoch) is known, else nothing. */
export function expiry(expiredAtMillis: number | null): string {
  return expiredAtMillis === null ? "" : ` (The access token expired at ${new Date(expiredAtMillis).toISOString()}.)`;
}
