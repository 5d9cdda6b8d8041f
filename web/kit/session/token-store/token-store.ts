/** An access and a refresh token as texts, each null when absent. */
export interface TokenPair {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** The pair while no user is signed in. */
export const noTokens: TokenPair = { accessToken: null, refreshToken: null };

/** Tells whether both pairs hold the same tokens. */
export function sameTokens(a: TokenPair, b: TokenPair): boolean {
  return a.accessToken === b.accessToken && a.refreshToken === b.refreshToken;
}

/** Says where an app keeps the tokens of the current user. */
export interface TokenStore {
  /** The tokens as they are now. */
  get(): TokenPair;
  /** Replaces both tokens; null removes one. */
  set(tokens: TokenPair): void;
  /** Calls `listener` with the new pair each time it changes. Returns a function that stops it. */
  onChange(listener: (tokens: TokenPair) => void): () => void;
}

/** Says what the `tokenStore` option may be; see {@link TokenStores}. */
export type TokenStoreInit = "cookie" | "nextjs-cookie" | "memory" | RequestLike | CookieJar | TokenPair | null;

/** Anything with headers, such as a `Request` or the request of Node's `http` and Express. */
export interface RequestLike {
  readonly headers:
    | { get(name: string): string | null }
    | { readonly [lowerCaseName: string]: string | readonly string[] | undefined };
}

/** The cookies of a request and its response, as `await cookies()` of Next.js and `Astro.cookies` have them. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined;
  /** Lists all, where the framework can: also those that official clients share among subdomains. */
  getAll?(): readonly { readonly name: string }[];
  set(
    name: string,
    value: string,
    options: {
      readonly path: string;
      /** In seconds; 0 removes the cookie. */
      readonly maxAge?: number;
      readonly sameSite: "lax";
      readonly secure: boolean;
    },
  ): unknown;
}

/** Keeps the tokens in a variable: they are gone with the page or process. */
export class MemoryTokenStore implements TokenStore {
  readonly #listeners = new Set<(tokens: TokenPair) => void>();
  #tokens: TokenPair;

  constructor(tokens: TokenPair = noTokens) {
    this.#tokens = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  }

  get(): TokenPair {
    return this.#tokens;
  }

  set(tokens: TokenPair): void {
    if (sameTokens(tokens, this.#tokens)) return;
    this.#tokens = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
    for (const listener of [...this.#listeners]) listener(this.#tokens);
  }

  onChange(listener: (tokens: TokenPair) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
