import { type AttemptRule, clearGuesses, isKnownNetwork, rememberNetwork } from "../../../platform/rate-limits";
import type { Tools } from "../../../platform/tools";
import type { Deferring } from "../../../protocol/handler";

/**
 * Wrong passwords for one address or, of requests with an access token, one user. After 100 in a row (NIST SP 800-63B
 * section 3.2.2) no password is right any more, until a mail resets it; of a network from which the user has signed in before, after
 * 100 of its own.
 */
export const passwordFailures: AttemptRule = {
  name: "password",
  limit: 10,
  windowMillis: 10 * 60_000,
  lockAfter: 100,
};

/**
 * Notes, after the response, that who signs in by an address has done so from here: guesses of others do not lock them out here.
 *
 * @param options.isFirst nobody else who has signed in by the address is known any more: it is another person's from now on
 */
export function deferKnownNetwork(
  { limits, defer }: Pick<Tools, "limits"> & Deferring,
  project: { id: string },
  address: string,
  { isFirst = false }: { isFirst?: boolean } = {},
): void {
  const at = { projectId: project.id, subject: address };
  defer(async () => {
    if (isFirst) await clearGuesses({ limits }, passwordFailures, at, { forgetsKnown: true });
    await rememberNetwork({ limits }, passwordFailures, at);
  });
}

/** Whether who signs in by an address has done so from here. */
export function hasSignedInFromHere(
  { limits }: Pick<Tools, "limits">,
  project: { id: string },
  address: string,
): Promise<boolean> {
  return isKnownNetwork({ limits }, passwordFailures, { projectId: project.id, subject: address });
}
