/** In the session storage: the sign-in page is another document where the browser loads it anew. */
const key = "gatehouse-new-password";

/** Opens the form for a password first where this tab signs in next: its user has just chosen one. */
export function suggestPassword(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Some privacy modes and frames refuse storage: the user opens the form.
  }
}

/** Tells whether a password was chosen in this tab. */
export function isPasswordSuggested(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
