/** The range service for passwords, which a test switches on with `settings`. */
export const withRangeService = { PASSWORD_RANGE_API_URL: "https://passwords.test" };

/** Passwords for which the stand-in range service has something to say; it has nothing for any other. */
export const lookedUpPasswords = {
  breached: "breached marmalade",
  /** Its entry is there to pad the response, with the count 0. */
  padding: "padding marmalade",
  /** The service does not respond. */
  silent: "silent marmalade",
  /** The service responds with an error. */
  broken: "broken marmalade",
} as const;

/** A request that the stand-in received. */
export interface RangeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests for a prefix that the stand-in received. */
export async function rangeRequests(prefix: string): Promise<RangeRequest[]> {
  return (await fetch(`https://passwords.test/requests/${prefix}`)).json();
}
