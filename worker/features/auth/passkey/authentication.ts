import { ceremonyMillis, newChallenge, rpIdPlaceholder } from "./relying-party";

/** What a browser needs to let its user choose a passkey (WebAuthn section 5.5); each request has a challenge of its own. */
export function authenticationOptions() {
  return {
    rpId: rpIdPlaceholder,
    challenge: newChallenge(),
    allowCredentials: [],
    timeout: ceremonyMillis,
    userVerification: "preferred" as const,
  };
}
