/** Says what went wrong between us and a provider, by who can do something about it. */
export type ProviderProblem =
  /** The person cancelled at the provider. */
  | "access_denied"
  /** The provider does not take the code or the refresh token (any more). */
  | "invalid_grant"
  /** The provider does not take the client's credentials: the project's owner should check them. */
  | "invalid_client"
  /** The client may not request one of the scopes. */
  | "invalid_scope"
  /** The provider keeps back something that a sign-in needs. */
  | "missing_permission"
  /** No response in time, or one that cannot be used or trusted. */
  | "unusable";

/** Says what a provider refused, or returned wrongly. The message is for people and contains no secret. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";

  constructor(
    readonly kind: ProviderProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
