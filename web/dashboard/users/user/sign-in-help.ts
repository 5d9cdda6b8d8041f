import type { AuditEvent, ServerUser } from "../../../kit/index";
import { signInChannel } from "../../email-links/sign-in-channel";
import { msg, type PlainMessage } from "../../translation/message";
import type { Translate } from "../../translation/use-translation";
import { type SigningIn, type Switches, statesOf } from "../user-texts";

interface Email {
  readonly kind: string | null;
  readonly error: unknown;
  readonly sent_at_millis: number;
}

/**
 * Counts the codes that were requested since an access token was last issued for the user, or the sign-up. Some
 * requests were refused, since codes do not sign the user in, or since too many had been made. Of the codes that were
 * sent, none has signed the user in.
 */
export function codesInVain(
  { lastActiveAt }: Pick<ServerUser, "lastActiveAt">,
  failures: readonly Pick<AuditEvent, "createdAt" | "details">[],
  emails: readonly Email[],
): { refused: number; limited: number; sent: number } {
  const countOf = (reason: string) => countSince({ lastActiveAt }, failures, reason);
  const sent = emails.filter(
    ({ kind, error, sent_at_millis }) => kind === "magic_link" && !error && sent_at_millis > lastActiveAt.getTime(),
  );
  return { refused: countOf("codes_refused"), limited: countOf("codes_limited"), sent: sent.length };
}

/** Counts the failures of a reason since the user was last active. An event stands for as many as it counts. */
export function countSince(
  { lastActiveAt }: Pick<ServerUser, "lastActiveAt">,
  failures: readonly Pick<AuditEvent, "createdAt" | "details">[],
  reason: string,
): number {
  return failures
    .filter(({ createdAt, details }) => createdAt > lastActiveAt && details.reason === reason)
    .reduce((sum, { details }) => sum + (typeof details.count === "number" ? details.count : 1), 0);
}

/** The reasons of the failures since the user was last active. */
export function reasonsSince(
  { lastActiveAt }: Pick<ServerUser, "lastActiveAt">,
  failures: readonly Pick<AuditEvent, "createdAt" | "details">[],
): ReadonlySet<unknown> {
  return new Set(failures.filter(({ createdAt }) => createdAt > lastActiveAt).map(({ details }) => details.reason));
}

const texts = {
  wrong_password: msg("Wrong password"),
  no_password: msg("A password was tried, and the user has none"),
  locked: msg("The password was locked"),
  too_many_tries: msg("Too many tries"),
  method_off: msg("The method is off in the project"),
  suspended: msg("The user was suspended"),
  wrong_code: msg("Wrong code"),
  code_expired: msg("The code had expired"),
  code_used: msg("The code was used before"),
  codes_refused: msg("A code was requested, and codes do not sign the user in"),
  codes_limited: msg("A code was requested, and too many had been"),
  wrong_second_factor: msg("Wrong second factor"),
  wrong_passkey: msg("The passkey was refused"),
  address_taken: msg("A provider’s account has the user’s address, and is not linked"),
};

/** Returns why a sign-in failed; one that this dashboard does not know as it is. */
export function failureText(reason: unknown, t: Translate): string {
  const known = Object.hasOwn(texts, String(reason)) ? texts[reason as keyof typeof texts] : undefined;
  return known ? t(known) : String(reason);
}

/** The reasons for which nothing that was typed was looked at. */
const blocking = new Set(["locked", "too_many_tries", "method_off", "suspended", "codes_refused", "codes_limited"]);

/** Tells whether an attempt was refused whatever was typed. */
export function isBlocked(reason: unknown): boolean {
  return blocking.has(String(reason));
}

/** Says why an emailed link does not sign the user in; undefined where it does, and for a user without an address for sign-in. */
export function signInLinkRefusal({ user, channels }: SigningIn, config: Switches): PlainMessage | undefined {
  if (!signInChannel(channels)) return undefined;
  const states = (otpAuthEnabled: boolean) =>
    statesOf({ user: { ...user, otpAuthEnabled }, channels }, { ...config, magicLinkEnabled: true });
  if (states(true).code === "unverified") return msg("The user’s address is not verified.");
  return states(user.otpAuthEnabled).code === "none" ? msg("Sign-in by email is off for the user.") : undefined;
}
