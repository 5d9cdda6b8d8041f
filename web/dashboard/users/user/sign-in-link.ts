import { signInChannel } from "../../email-links/email-link";
import { msg, type PlainMessage } from "../../translation/message";
import type { PartProps } from "./parts";
import { methodStates } from "./sign-in-help";

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
