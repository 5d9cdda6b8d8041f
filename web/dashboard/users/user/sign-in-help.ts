import type { AdminOwnedProject, ServerUser } from "../../../kit";

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
