/** A state the kit should never be in, or a response that no Gatehouse server sends: a defect to report, not a user's mistake. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(message: string, options?: ErrorOptions) {
    super(
      `${message}\n\nThis is likely an error in Gatehouse. Please make sure you are running the newest version and report it.`,
      options,
    );
  }
}

/** A page without https: browsers withhold the cryptography there that a sign-in elsewhere needs. */
export class InsecurePageError extends Error {
  override readonly name = "InsecurePageError";
}
