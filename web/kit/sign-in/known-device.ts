import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { keepText, keptTexts } from "./kept-texts";
import { signIn } from "./sign-in";

/** As many users as share a browser. */
const maxKept = 4;

/** The part of a sign-in's body that tells the API which users a browser has signed in. */
export interface DeviceTokens {
  readonly device_tokens?: readonly string[];
}

/**
 * Signs in by `send`. A browser in which the user has done so before is known to the API: guesses of others do not lock the user out there.
 * The API is on another site, so that its cookies would not reach it; what it gives is kept in the page's storage.
 */
export async function signInHere(
  connection: Connection,
  send: (caller: Caller<"client">, device: DeviceTokens) => Promise<wire.SignIn>,
): Promise<{ isNewUser: boolean }> {
  const page = connection.host.page();
  const name = `gatehouse-devices-${connection.projectId}`;
  return await signIn(connection, async (caller) => {
    const signedIn = await send(caller, page ? { device_tokens: keptTexts(page, name).slice(0, maxKept) } : {});
    if (page && signedIn.device_token) keepText(page, name, signedIn.device_token, maxKept);
    return signedIn;
  });
}
