import type { Project } from "../../../db/projects/project";
import type { Passkey } from "../../../db/users/passkeys";
import type { User } from "../../../db/users/queries";
import { algorithms, ceremonyMillis, newChallenge, rpIdPlaceholder, userHandleOf } from "./relying-party";

/** Returns what a browser needs to make a passkey for a user (WebAuthn section 5.4); each request has a challenge of its own. */
export function registrationOptions(
  project: Project,
  user: User,
  registered: readonly Pick<Passkey, "credentialId" | "transports">[],
) {
  const name = user.displayName ?? user.primaryEmail ?? "Gatehouse User";
  return {
    rp: { id: rpIdPlaceholder, name: project.displayName },
    user: { id: userHandleOf(user.id), name, displayName: name },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: ceremonyMillis,
    attestation: "none" as const,
    // An authenticator keeps one passkey per user and site: a second one would leave the first dead in our records.
    excludeCredentials: registered.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key" as const,
      ...(transports && { transports }),
    })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "preferred" as const,
    },
    extensions: { credProps: true as const },
  };
}
