/** What a page that was requested to sign in redirected back with. */
export interface AuthorizationResponse {
  readonly code: string;
  readonly state: string;
  /** Who responds (RFC 9207); null from an OAuth provider. */
  readonly issuer: string | null;
}
