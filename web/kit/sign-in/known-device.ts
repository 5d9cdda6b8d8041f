import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { keepDevice, keptDevices } from "./kept-devices";
import { signIn } from "./sign-in";

/** The part of a sign-in's body that tells the API which users a browser has signed in. */
export interface DeviceTokens {
  readonly device_tokens?: readonly string[];
}

/**
 * Signs in by `send`. A browser in which the user has done so before is known to the API: guesses of others do not lock the user out there,
 * nor do their requests of reset mails.
 */
export async function signInHere(
  connection: Connection,
  send: (caller: Caller<"client">, device: DeviceTokens) => Promise<wire.SignIn>,
): Promise<{ isNewUser: boolean }> {
  const kept = keptDevices(connection);
  return await signIn(connection, async (caller) => {
    const signedIn = await send(caller, kept ? { device_tokens: kept } : {});
    if (kept && signedIn.device_token) keepDevice(connection, signedIn.device_token);
    return signedIn;
  });
}
