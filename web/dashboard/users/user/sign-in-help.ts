import type { AdminOwnedProject, AuditEvent, ServerUser } from "../../../kit";

/** Whether a user can sign in by a method: they cannot where they have not set it up, or the project has switched it off. */
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

interface Mail {
  readonly kind: string | null;
  readonly error: unknown;
  readonly sent_at_millis: number;
}

/**
 * The codes that were asked for since an access token was last issued for the user, or the sign-up: how many requests were
 * refused, as codes do not sign the user in, how many as too many had been made, and how many codes were sent, none of which
 * has signed the user in.
 */
export function codesInVain(
  { lastActiveAt }: Pick<ServerUser, "lastActiveAt">,
  failures: readonly Pick<AuditEvent, "createdAt" | "details">[],
  mails: readonly Mail[],
): { refused: number; limited: number; sent: number } {
  // An event stands for as many as it counts.
  const countOf = (reason: string) =>
    failures
      .filter(({ createdAt, details }) => createdAt > lastActiveAt && details.reason === reason)
      .reduce((sum, { details }) => sum + (typeof details.count === "number" ? details.count : 1), 0);
  const sent = mails.filter(
    ({ kind, error, sent_at_millis }) => kind === "magic_link" && !error && sent_at_millis > lastActiveAt.getTime(),
  );
  return { refused: countOf("codes_refused"), limited: countOf("codes_limited"), sent: sent.length };
}
