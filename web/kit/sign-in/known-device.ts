import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { keepText, keptTexts } from "./kept-texts";
import { signIn } from "./sign-in";

/** The part of a sign-in's body that tells the API which users a browser has signed in. */
export interface DeviceTokens {
  readonly device_tokens?: readonly string[];
}

/**
 * Signs in by `send`. The API knows a browser in which the user has done so before. Guesses of others do not lock the user out
 * there. Their requests of reset emails do not either.
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

/** As many users as share a browser. */
const maxKept = 4;

/**
 * Returns what the API gave this browser to know it by, for each user who has signed in here; undefined outside of one.
 * The API is on another site, so that its cookies would not reach it: this is kept in the page's storage.
 */
export function keptDevices(connection: Connection): string[] | undefined {
  const page = connection.host.page();
  return page ? keptTexts(page, nameOf(connection)).slice(0, maxKept) : undefined;
}

function keepDevice(connection: Connection, token: string): void {
  const page = connection.host.page();
  if (page) keepText(page, nameOf(connection), token, maxKept);
}

function nameOf({ projectId }: Connection): string {
  return `gatehouse-devices-${projectId}`;
}
