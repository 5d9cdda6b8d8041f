/** A page without https: browsers withhold the cryptography there that a sign-in elsewhere needs. */
export class InsecurePageError extends Error {
  override readonly name = "InsecurePageError";
}
