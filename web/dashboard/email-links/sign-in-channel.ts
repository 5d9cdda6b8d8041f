import type { ServerContactChannel } from "../../kit/index";

/**
 * The channel to which a link that signs in is sent: the primary one, if it is used for sign-in, or another that is. A link
 * to an address that is not would belong to no account, or make another one.
 */
export function signInChannel<Channel extends Pick<ServerContactChannel, "usedForAuth" | "isPrimary">>(
  channels: readonly Channel[],
): Channel | undefined {
  const usable = channels.filter(({ usedForAuth }) => usedForAuth);
  return usable.find(({ isPrimary }) => isPrimary) ?? usable[0];
}
