/**
 * The server refused a request with a status and a plain text instead of a known error. With a status below 500 the text
 * explains the refusal; a 5xx only has the id of the request in the log.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    url: string,
    readonly status: number,
    /** The text of the response. */
    readonly text: string,
    /** The id of the request in the server's log; null where the response has none, such as one of a proxy. */
    readonly requestId: string | null = null,
    /** After so many seconds the server takes another attempt; 0 where it does not say. */
    readonly retryAfterSeconds: number = 0,
  ) {
    super(`Failed to send request to ${url}: ${status} ${text}`);
  }
}
