import {
  type AttemptRule,
  clearGuesses,
  countAttempt,
  countGuess,
  type Guess,
  type GuessedAt,
  orOfDevice,
} from "../../../platform/rate-limits";
import { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { normalizeEmail } from "../../../protocol/fields";
import { accountAt, accountFailures, passwordFailures, passwordTries } from "../sessions";

type GuessTools = Parameters<typeof countGuess>[0];

const addressAt = (project: { id: string }, email: string): GuessedAt => ({
  projectId: project.id,
  subject: normalizeEmail(email),
});

/** Counts a guess at the password of an address for its network. */
export function countTry(tools: GuessTools, project: { id: string }, email: string): Promise<Guess> {
  return countGuess(tools, passwordTries, addressAt(project, email));
}

/**
 * Counts a guess that its network may make for the account, in the same way where there is no account. A guess that the network
 * may not make counts for the device, if it is the user's.
 *
 * @param guess.tried what `countTry` counts
 */
export function countPasswordGuess(
  tools: GuessTools,
  project: { id: string },
  {
    tried,
    account,
    device,
  }: { tried: Promise<Guess>; account: Parameters<typeof accountAt>[1]; device: string | undefined },
): Promise<Guess> {
  const at = accountAt(project, account);
  const countBoth = async (): Promise<Guess> => {
    const ofNetwork = await tried;
    const ofAccount = await countGuess(tools, accountFailures, at);
    return {
      ...ofAccount,
      whileChecked: (check) => ofNetwork.whileChecked(ofAccount.whileChecked(check)),
      async succeed(isComplete) {
        await Promise.all([ofNetwork.succeed(), ofAccount.succeed(isComplete)]);
      },
    };
  };
  return orOfDevice(tools, passwordFailures, at, { guess: countBoth(), device });
}

/**
 * Lists the counters of guesses at a user's password. Guesses count at each address that the user signs in with and at their
 * account. They also count for the devices and sessions of the user.
 */
export function passwordCounters(
  project: { id: string },
  { userId, emails }: { userId: string; emails: readonly string[] },
): { rule: AttemptRule; at: GuessedAt }[] {
  return [
    { rule: accountFailures, at: accountAt(project, { id: userId }) },
    { rule: passwordFailures, at: { projectId: project.id, subject: userId } },
    ...emails.map((email) => ({ rule: passwordTries, at: addressAt(project, email) })),
  ];
}

/** Forgets the wrong passwords at a user. */
export async function clearPasswordGuesses(
  { limits }: Pick<GuessTools, "limits">,
  ...of: Parameters<typeof passwordCounters>
): Promise<void> {
  await Promise.all(passwordCounters(...of).map(({ rule, at }) => clearGuesses({ limits }, rule, at)));
}

const passwordChanges: AttemptRule = { name: "password-changes", limit: 5, windowMillis: 60 * 60_000 };

/**
 * Counts a change that a user makes of the password that they have. Each change ends the codes of reset emails, so a thief of the
 * password and a session could keep every reset from succeeding. A reset forgets the changes.
 */
export async function countPasswordChange(
  { limits, fail }: Pick<GuessTools, "limits"> & Failing<typeof tooManyRequests>,
  project: { id: string },
  userId: string,
): Promise<void> {
  const outcome = limits && (await countAttempt(limits, passwordChanges, `${project.id}/${userId}`));
  if (outcome && "retryAfterMillis" in outcome) fail(tooManyRequests, outcome);
}

export async function forgetPasswordChanges(
  { limits }: Pick<GuessTools, "limits">,
  project: { id: string },
  userId: string,
): Promise<void> {
  await clearGuesses({ limits }, passwordChanges, { projectId: project.id, subject: userId });
}
