/**
 * The server refused a call with a status and a plain text instead of a known error. A text with a status below 500 is
 * made for whoever made the call; a 5xx says nothing but where to look in the log.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    url: string,
    readonly status: number,
    /** The text of the answer. */
    readonly text: string,
  ) {
    super(`Failed to send request to ${url}: ${status} ${text}`);
  }
}
