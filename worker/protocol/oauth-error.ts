/** The errors of RFC 6749 section 5.2 that no code of the catalogue stands for. */
export type OAuthErrorCode = "invalid_request";

/**
 * An error of OAuth's own, answered with 400 as `{ error, error_description }` (RFC 6749 section 5.2) without the
 * known-error header.
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
