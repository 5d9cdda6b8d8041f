import type { AdminOwnedProject, AuditEvent, ServerContactChannel, ServerUser } from "../../../kit/index";
import type { ServerUser as WireUser } from "../../../kit/requests/wire";
import { signInChannel } from "../../email-links/use-email-link";
import { msg, type PlainMessage } from "../../translation/message";
import type { Translate } from "../../translation/use-translation";
import { providerName } from "../../user-filters/provider-name";

/**
 * Says whether a user can sign in by a method. They cannot where they have not set it up, or the project has switched it off. Nor
 * can they where no address of theirs is used for sign-in, or the one that is has not been verified.
 */
export type MethodState = "usable" | "off-here" | "no-address" | "unverified" | "none";

export const stateTexts = {
  usable: msg("On"),
  "off-here": msg("Off in the project"),
  "no-address": msg("Needs an address for sign-in"),
  unverified: msg("Not verified"),
  none: msg("Not set up"),
} as const satisfies Record<MethodState, PlainMessage>;

type Methods = Pick<
  ServerUser,
  "hasPassword" | "otpAuthEnabled" | "otpAuthSwitchedOff" | "passkeyAuthEnabled" | "oauthProviders"
>;
/** The sign-in methods of a project, which its users may have on or off. */
export type Switches = Pick<
  AdminOwnedProject["config"],
  "credentialEnabled" | "magicLinkEnabled" | "passkeyEnabled" | "oauthProviders"
>;
type Channel = Pick<ServerContactChannel, "isPrimary" | "isVerified" | "usedForAuth">;
type SigningIn = { readonly user: Methods; readonly channels: readonly Channel[] };

/** The state of each method; a provider's is named by its id, and there where the user has linked an account of it. */
export function methodStates(who: SigningIn, config: Switches): { method: string; state: MethodState }[] {
  const { code, password, ...others } = statesOf(who, config);
  return Object.entries({ password, code, ...others }).map(([method, state]) => ({ method, state }));
}

/** Names the methods of a user, and says of each that does not sign them in why. */
export function signInSummary(
  who: SigningIn & { readonly user: Pick<ServerUser, "isMultiFactorRequired"> },
  config: Switches,
  t: Translate,
): string {
  return summaryOf(methodStates(who, config), who.user.isMultiFactorRequired, t);
}

/**
 * The same of a user in a list, which has only their primary address. Where that is not used for sign-in another may be, so that no method
 * is said to lack one.
 */
export function listedSignIn(user: WireUser, config: Switches, t: Translate): string {
  const states = methodStates(readListed(user), config).map(({ method, state }) => ({
    method,
    state: state === "no-address" ? ("usable" as const) : state,
  }));
  return summaryOf(states, user.requires_totp_mfa, t);
}

/** The methods that sign a user of a list in, by the names of `methodStates`. */
export function usableMethods(user: WireUser, config: Switches): string[] {
  return methodStates(readListed(user), config).flatMap(({ method, state }) => (state === "usable" ? method : []));
}

function readListed(user: WireUser): SigningIn {
  return {
    user: {
      hasPassword: user.has_password,
      otpAuthEnabled: user.otp_auth_enabled,
      otpAuthSwitchedOff: user.otp_auth_switched_off ?? false,
      passkeyAuthEnabled: user.passkey_auth_enabled,
      oauthProviders: user.oauth_providers,
    },
    channels: [
      { isPrimary: true, isVerified: user.primary_email_verified, usedForAuth: user.primary_email_auth_enabled },
    ],
  };
}

function summaryOf(states: ReturnType<typeof methodStates>, hasSecondFactor: boolean, t: Translate): string {
  const texts = states
    .filter(({ state }) => state !== "none")
    .map(({ method, state }) => {
      const name = methodName(method, t);
      return state === "usable" ? name : `${name} (${t(stateTexts[state])})`;
    });
  return [...texts, ...(hasSecondFactor ? [t("Second factor")] : [])].join(", ") || t("None");
}

function statesOf({ user, channels }: SigningIn, config: Switches) {
  const channel = signInChannel(channels);
  const stateOf = (isSetUp: boolean, isOn: boolean): MethodState => (isSetUp ? (isOn ? "usable" : "off-here") : "none");
  const byAddress = (state: MethodState) => (state === "usable" && !channel ? "no-address" : state);
  const isProviderOn = (id: string) => config.oauthProviders.some((each) => each.id === id && each.enabled !== false);
  const others = {
    password: byAddress(stateOf(user.hasPassword, config.credentialEnabled)),
    passkey: stateOf(user.passkeyAuthEnabled, config.passkeyEnabled),
    ...Object.fromEntries(user.oauthProviders.map(({ id }) => [id, stateOf(true, isProviderOn(id))])),
  };
  const hasOther = Object.values(others).includes("usable");
  // Who has no other way signs in by codes, also where they are off for them.
  const isSetUp = user.otpAuthEnabled || (channel !== undefined && !(user.otpAuthSwitchedOff && hasOther));
  const code = byAddress(stateOf(isSetUp, config.magicLinkEnabled));
  const isProven = channel?.isVerified || (!config.credentialEnabled && !hasOther);
  return { ...others, code: code === "usable" && !isProven ? ("unverified" as const) : code };
}

/** What a method is called: a provider's is its name. */
export function methodName(method: string, t: Translate): string {
  return Object.hasOwn(names, method) ? t(names[method as keyof typeof names]) : providerName(method);
}

const names = { password: msg("Password"), code: msg("Email code"), passkey: msg("Passkey") };

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
  restricted: msg("The user was restricted"),
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
const blocking = new Set(["locked", "too_many_tries", "method_off", "restricted", "codes_refused", "codes_limited"]);

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
