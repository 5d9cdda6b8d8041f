import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that stands in for the OAuth vendors; the first segment of a path is the host that is meant. */
    oauthVendors: { url: string };
  }
}

/** A person's visit at a stand-in vendor (`scripts/testing/oauth-vendors-setup.ts`), and the faults in it. */
export interface Visit {
  person: {
    /** Digits, so that it can be every vendor's id. */
    id: string;
    name: string;
    email: string | null;
    emailVerified: boolean;
    picture: string;
  };
  trouble?: /** The person cancels. */
    | "denied"
    /** The token endpoint refuses the code, in the vendor's words. */
    | "token-error"
    /** The token endpoint responds with 502 with a page. */
    | "broken"
    /** The token endpoint never responds. */
    | "slow"
    /** The API responds with JSON without any documented field. */
    | "malformed";
  /** Added to the callback's parameters, or instead of them. */
  callback?: Record<string, string>;
  /** Added to the token response, or instead of what is in it; null takes away. */
  tokens?: Record<string, unknown>;
  /** Added to the claims of the ID token, or instead of them. */
  claims?: Record<string, unknown>;
  /** Says how the ID token is forged. */
  forgery?: /** Not there at all. */
    | "missing"
    | "alg-none"
    /** Signed with the public key as if it were a shared secret. */
    | "hs256-with-public-key"
    /** Signed by a key that is not in the key set, under the id of one that is. */
    | "foreign-key"
    /** The same, with the foreign key in the token's own header. */
    | "embedded-key"
    /** Signed by a key of the key set that has 1024 bits. */
    | "short-key"
    /** Claims that were changed after they were signed. */
    | "changed-claims";
  /** Says what the API responds with instead, by host and path. */
  api?: Record<string, { status?: number; body?: unknown; isSilent?: boolean }>;
  /** The public key that what proves the client must be signed with, instead of a secret. */
  clientKey?: JsonWebKey;
  /** The client's secret, where it is not `<vendor>-secret`. */
  clientSecret?: string;
  /** The client has no secret. */
  isPublicClient?: true;
  /** The access token is the secret or the assertion that the client came with. */
  echoesProof?: true;
}
