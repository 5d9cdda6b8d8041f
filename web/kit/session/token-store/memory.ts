import { noTokens, sameTokens, type TokenPair, type TokenStore } from "./token-store";

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
