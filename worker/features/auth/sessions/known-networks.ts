import { type AttemptRule, clearGuesses, isKnownNetwork, rememberNetwork } from "../../../platform/rate-limits";
import type { Tools } from "../../../platform/tools";
import type { Deferring } from "../../../protocol/handler";

const windowMillis = 10 * 60_000;

/**
 * Counts wrong passwords of one network at one address, whoever has it. The refusals must not show whether the address has an
 * account, since when, or which other addresses are of the same account.
 */
export const passwordTries: AttemptRule = { name: "password-try", limit: 10, windowMillis };

/**
 * Wrong passwords that a device types, or who is signed in. After 100 in a row (NIST SP 800-63B section 3.2.2) no password is right any more, until
 * an email resets it.
 */
export const passwordFailures: AttemptRule = { name: "password", limit: 10, windowMillis, lockAfter: 100 };

/**
 * Counts wrong passwords of all networks at one account, by whichever of its addresses. After 100 in a row no password is right
 * any more, as with `passwordFailures`. A network that the user has signed in from before has 100 of its own.
 */
export const accountFailures: AttemptRule = { name: "password", windowMillis, lockAfter: 100 };

/**
 * Names what guesses at a password count for. For a user it is their account, so that several addresses give no more guesses than
 * one. Otherwise it is the address, which nobody has.
 */
export function accountAt(project: { id: string }, account: { id: string } | { address: string }) {
  return { projectId: project.id, subject: "id" in account ? `account ${account.id}` : account.address };
}

/**
 * Notes, after the response, that a user has signed in from here: guesses of others do not lock them out here.
 *
 * @param options.isFirst nobody else who has signed in as the user is known any more: it is another person from now on
 */
export function deferKnownNetwork(
  { limits, defer }: Pick<Tools, "limits"> & Deferring,
  project: { id: string },
  user: { id: string },
  { isFirst = false }: { isFirst?: boolean } = {},
): void {
  defer(async () => {
    if (isFirst) await forgetKnownNetworks({ limits }, project, user);
    await rememberNetwork({ limits }, accountFailures, accountAt(project, user));
  });
}

/** Forgets from where a user has signed in, who turns out to be another person. */
export function forgetKnownNetworks(
  { limits }: Pick<Tools, "limits">,
  project: { id: string },
  user: { id: string },
): Promise<void> {
  return clearGuesses({ limits }, accountFailures, accountAt(project, user), { forgetsKnown: true });
}

/** Tells whether the user has signed in from here; it takes as long for an address without an account. */
export function hasSignedInFromHere(
  { limits }: Pick<Tools, "limits">,
  project: { id: string },
  account: Parameters<typeof accountAt>[1],
): Promise<boolean> {
  return isKnownNetwork({ limits }, accountFailures, accountAt(project, account));
}
