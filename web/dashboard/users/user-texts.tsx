import type { AdminOwnedProject, ServerContactChannel, ServerUser } from "../../kit";
import type { ServerUser as WireUser } from "../../kit/requests/wire";
import { RelativeTime } from "../../ui/text/relative-time";
import { signInChannel } from "../email-links/sign-in-channel";
import { msg, type PlainMessage } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { providerName } from "../user-filters/provider-name";

/** Shows when a user last had a session. One who was created or imported and never signed in has the time of sign-up there. */
export function LastActive({ user, className }: { user: ServerUser; className?: string }) {
  const t = useTranslation();
  if (user.lastActiveAt.getTime() <= user.signedUpAt.getTime()) {
    return <span className={className}>{t("Never signed in")}</span>;
  }
  return <RelativeTime at={user.lastActiveAt} {...(className && { className })} />;
}

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
type Channel = Pick<ServerContactChannel, "isPrimary" | "isVerified" | "usedForAuth" | "isProvenByEmailAlone">;
export type SigningIn = { readonly user: Methods; readonly channels: readonly Channel[] };

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
      {
        isPrimary: true,
        isVerified: user.primary_email_verified,
        usedForAuth: user.primary_email_auth_enabled,
        isProvenByEmailAlone: user.primary_email_proven_by_email_alone ?? false,
      },
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

/** The state of each method by its name. */
export function statesOf({ user, channels }: SigningIn, config: Switches) {
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
  // Who has no other way signs in by codes, also where they are off for them, or wait to be chosen.
  const isOff = user.otpAuthSwitchedOff || channel?.isProvenByEmailAlone;
  const isSetUp = user.otpAuthEnabled || (channel !== undefined && !(isOff && hasOther));
  const code = byAddress(stateOf(isSetUp, config.magicLinkEnabled));
  const isProven = channel?.isVerified || (!config.credentialEnabled && !hasOther);
  return { ...others, code: code === "usable" && !isProven ? ("unverified" as const) : code };
}

/** What a method is called: a provider's is its name. */
export function methodName(method: string, t: Translate): string {
  return Object.hasOwn(names, method) ? t(names[method as keyof typeof names]) : providerName(method);
}

const names = { password: msg("Password"), code: msg("Email code"), passkey: msg("Passkey") };
