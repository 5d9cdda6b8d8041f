import { decodeBase64 } from "@oslojs/encoding";
import { verifyHOTP } from "@oslojs/otp";
import * as z from "zod";
import { userActor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import type { Project } from "../../../db/projects/project";
import { linkAccount, type OwnAccount, roomForLink } from "../../../db/users/oauth-links";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import {
  claimTotpStep,
  openTotpSecret,
  replaceTotpSecret,
  resealTotpSecret,
  selectTotpSecret,
} from "../../../db/users/totp";
import { batchByName, refuseUnless, type Statement } from "../../../platform/database";
import { type AttemptRule, clearGuesses, countGuess, orOfDevice } from "../../../platform/rate-limits";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { type ProviderTokens, storeProviderTokens } from "../../users/connected-accounts";
import { defineCodeKind, minutes, newCode } from "../../verification-codes";
import { deviceOf, requireUnsuspended } from "../sessions";
import { totpSecretUnreadable } from "./contract";

/**
 * Counts wrong values for one user over all sign-ins. Each sign-in begins with a right first factor. After 100 wrong values in a
 * row no value is right any more, until an email has proven who the user is. A network where the user has shown a right value
 * before has 100 of its own.
 */
export const totpFailures: AttemptRule = { name: "totp", limit: 10, windowMillis: 10 * 60_000, lockAfter: 100 };

/** So that someone who reads the user's email, and thus has the first factor, gets 100 of a million values a day. */
const minClearIntervalMillis = 24 * 60 * 60_000;

/** Forgets wrong values, after a password reset or a sign-in code: the email proved who the user is. */
export function clearTotpGuesses(
  { limits }: Pick<Tools, "limits">,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const options = { minIntervalMillis: minClearIntervalMillis };
  return clearGuesses({ limits }, totpFailures, { projectId, subject: userId }, options);
}

/**
 * Uses up the value of a user's authenticator app, and returns the user; undefined when the user or the
 * second factor is gone. A value is accepted once (RFC 6238 section 5.2).
 */
export async function claimTotp(
  tools: Pick<Tools, "db" | "settings" | "limits"> &
    Failing<"INVALID_TOTP_CODE" | typeof totpSecretUnreadable | typeof tooManyRequests>,
  { typed, deviceTokens, ...one }: UserKey & { typed: string; deviceTokens?: readonly string[] | undefined },
): Promise<User | undefined> {
  const { db, settings, fail } = tools;
  const found = await batchByName(db, { user: selectUser(db, one), secret: selectTotpSecret(db, one) });
  const [user] = found.user;
  const [secret] = found.secret;
  if (!user || !secret) return undefined;
  const { sealedSecret } = secret;
  const secretBase64 = await openTotpSecret(settings.serverSecrets, one, sealedSecret).catch((error: unknown) => {
    if (error instanceof UnsealError) return fail(totpSecretUnreadable, undefined, { cause: error });
    throw error;
  });
  const guessedAt = { projectId: one.projectId, subject: one.userId };
  const device = await deviceOf({ settings }, user.user, deviceTokens);
  const guess = await orOfDevice(tools, totpFailures, guessedAt, {
    guess: countGuess(tools, totpFailures, guessedAt),
    device,
  });
  if (guess.isLocked) return fail("INVALID_TOTP_CODE");
  const step = totpSteps(decodeBase64(secretBase64), typed, Date.now()).find(
    (each) => each > (secret.lastUsedStep ?? -1),
  );
  if (step === undefined) return fail("INVALID_TOTP_CODE");
  const resealed = await resealTotpSecret(settings.serverSecrets, one, sealedSecret);
  const [claimed] = await db.batch([
    claimTotpStep(db, { ...one, step }),
    ...(resealed === undefined ? [] : [replaceTotpSecret(db, one, { from: sealedSecret, to: resealed })]),
  ]);
  if (claimed.length === 0) return fail("INVALID_TOTP_CODE");
  await guess.succeed();
  return readUser(user);
}

const stepMillis = 30_000;
const digits = 6;

/** Clocks may differ by one step each way (RFC 6238 section 5.2), which also leaves time to type. */
const drift = 1;

/**
 * The time steps whose value is `typed`, oldest first: one or none, apart from coincidences. Values are those of every
 * authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds.
 *
 * @param now milliseconds since the epoch
 */
export function totpSteps(key: Uint8Array, typed: string, now: number): number[] {
  const current = Math.floor(now / stepMillis);
  const near = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index);
  return near.filter((step) => step >= 0 && verifyHOTP(key, BigInt(step), digits, typed));
}

/**
 * For a sign-in that lacks its second factor only. It has a kind of its own, so that no code that was emailed can be used
 * in its place.
 */
export const mfaAttempt = defineCodeKind({
  name: "mfa_attempt",
  payload: z.object({ userId: z.string(), isNewUser: z.boolean(), sealedLink: z.string().optional() }),
});

const attemptMillis = 5 * minutes;

/** A user whose first factor was right, as they were read with it. */
type FirstFactorUser = Pick<User, "id" | "requiresTotpMfa" | "credentialVersion" | "suspendedAt">;

/**
 * Stops a sign-in whose first factor was right when the user has a second one, or is suspended. Every way to sign in an existing user calls
 * this before it issues a session. What it stores dies with the credentials that were checked.
 *
 * @param options.waiting an account to link once the factor is shown
 */
export async function requireSecondFactor(
  {
    db,
    settings,
    fail,
  }: Pick<Tools, "db" | "settings"> & Failing<"MULTI_FACTOR_AUTHENTICATION_REQUIRED" | "USER_SUSPENDED">,
  project: { id: string },
  user: FirstFactorUser,
  { isNewUser, waiting }: { isNewUser: boolean; waiting?: WaitingLink | undefined },
): Promise<void> {
  requireUnsuspended({ fail }, user);
  if (!user.requiresTotpMfa) return;
  const { code, statement } = await newCode(db, mfaAttempt, {
    projectId: project.id,
    lifetimeMillis: attemptMillis,
    user,
    payload: {
      userId: user.id,
      isNewUser,
      ...(waiting && { sealedLink: await sealLink(settings, { projectId: project.id, userId: user.id }, waiting) }),
    },
  });
  await db.batch([statement]);
  fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: code });
}

/**
 * An account at a provider that has proven an address, to be linked to the user who has the address and a second factor. Until
 * the factor is shown, whoever holds a session of that user may be another person, and must get no tokens of the account.
 */
export interface WaitingLink extends Pick<OwnAccount, "providerConfigId" | "accountId"> {
  /** The address that the provider reports. */
  email: string | null;
  tokens: ProviderTokens;
}

/** Seals a link for the payload of an attempt. */
export function sealLink({ serverSecrets }: Tools["settings"], user: UserKey, link: WaitingLink): Promise<string> {
  return seal(serverSecrets, purposeOf(user), JSON.stringify(link));
}

/** Opens what `sealLink` sealed; undefined where its root secret is gone. */
async function openLink({ settings }: Pick<Tools, "settings">, user: UserKey, sealed: string) {
  try {
    return JSON.parse(await unseal(settings.serverSecrets, purposeOf(user), sealed)) as WaitingLink;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/**
 * Makes the statements that link the account of an attempt. Their batch fails, as `isSignInAccountTaken` and `isConditionRefused` recognise, where
 * the account is another user's by now or the user has as many as they may.
 */
export async function linkStatements(
  tools: Pick<Tools, "db" | "settings" | "sender">,
  project: Project,
  userId: string,
  sealed: string | undefined,
): Promise<Statement[]> {
  const user = { projectId: project.id, userId };
  const link = sealed === undefined ? undefined : await openLink(tools, user, sealed);
  if (!link) return [];
  const { db, sender } = tools;
  const { tokens, email, ...named } = link;
  const account = { ...user, ...named };
  return [
    refuseUnless(db, roomForLink(db, account, project.config.limits.linkedAccountsPerUser)),
    ...linkAccount(db, { ...account, email }),
    ...(await storeProviderTokens(tools, account, tokens)),
    recordAudit(db, project, userActor(sender, userId), {
      type: "oauth_account.linked",
      target: { type: "user", id: userId },
      details: { provider_config_id: account.providerConfigId },
    }),
  ];
}

function purposeOf({ projectId, userId }: UserKey): string {
  return `waiting-link/${projectId}/${userId}`;
}
