import type { AdminOwnedProject, AuditEvent, ServerUser } from "../../../kit/index";
import { signInChannel } from "../../email-links/use-email-link";
import { msg, type PlainMessage } from "../../translation/message";
import type { Translate } from "../../translation/use-translation";
import type { PartProps } from "./parts";

/** Says whether a user can sign in by a method. They cannot where they have not set it up, or the project has switched it off. */
export type MethodState = "usable" | "off-here" | "none";

type Methods = Pick<ServerUser, "hasPassword" | "otpAuthEnabled" | "passkeyAuthEnabled" | "oauthProviders">;
type Switches = Pick<
  AdminOwnedProject["config"],
  "credentialEnabled" | "magicLinkEnabled" | "passkeyEnabled" | "oauthProviders"
>;

/** The state of each method; a provider's is named by its id, and there where the user has linked an account of it. */
export function methodStates(user: Methods, config: Switches): { method: string; state: MethodState }[] {
  const state = (isSetUp: boolean, isOn: boolean): MethodState => (isSetUp ? (isOn ? "usable" : "off-here") : "none");
  const isProviderOn = (id: string) => config.oauthProviders.some((each) => each.id === id && each.enabled !== false);
  return [
    { method: "password", state: state(user.hasPassword, config.credentialEnabled) },
    { method: "code", state: state(user.otpAuthEnabled, config.magicLinkEnabled) },
    { method: "passkey", state: state(user.passkeyAuthEnabled, config.passkeyEnabled) },
    ...user.oauthProviders.map(({ id }) => ({ method: id, state: state(true, isProviderOn(id)) })),
  ];
}

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
  // An event stands for as many as it counts.
  const countOf = (reason: string) =>
    failures
      .filter(({ createdAt, details }) => createdAt > lastActiveAt && details.reason === reason)
      .reduce((sum, { details }) => sum + (typeof details.count === "number" ? details.count : 1), 0);
  const sent = emails.filter(
    ({ kind, error, sent_at_millis }) => kind === "magic_link" && !error && sent_at_millis > lastActiveAt.getTime(),
  );
  return { refused: countOf("codes_refused"), limited: countOf("codes_limited"), sent: sent.length };
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

/** Says why an emailed link does not sign the user in; undefined where it does, and for a user without an address for sign-in. */
export function signInLinkRefusal(
  { user, channels }: Pick<PartProps, "user" | "channels">,
  config: Parameters<typeof methodStates>[1],
): PlainMessage | undefined {
  const channel = signInChannel(channels);
  if (!channel) return undefined;
  const hasOther = methodStates(user, config).some(({ method, state }) => method !== "code" && state === "usable");
  if (!channel.isVerified && (config.credentialEnabled || hasOther)) return msg("The user’s address is not verified.");
  return user.otpAuthEnabled || !hasOther ? undefined : msg("Sign-in by email is off for the user.");
}
