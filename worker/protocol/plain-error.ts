/** Standard reason phrases (RFC 9110 section 15, RFC 6585, RFC 5842) of the statuses that we answer. */
const reasonPhrases = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  508: "Loop Detected",
} as const;

export type PlainErrorStatus = keyof typeof reasonPhrases;

/**
 * An error that is a status and a bare text rather than a code of the catalogue: it is responded to as `text/plain` without
 * the known-error header. Without a text of its own it says the standard reason phrase of its status.
 */
export class PlainError extends Error {
  override readonly name = "PlainError";
  readonly status: PlainErrorStatus;

  constructor(status: PlainErrorStatus, message: string = reasonPhrases[status], options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Refuses a call that is one too many (RFC 6585 section 4), and tells in whole seconds when to call again. */
export class TooManyRequests extends PlainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMillis: number) {
    super(429);
    this.retryAfterSeconds = Math.ceil(retryAfterMillis / 1000);
  }
}
