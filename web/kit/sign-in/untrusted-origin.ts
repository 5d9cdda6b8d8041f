import type { Connection } from "../connection/connection";
import { isKnownError, KnownError } from "../errors/known-error";

// Loaded with a way to sign in.

/** The API says this of a passkey that was used on a website which the project does not trust. */
const passkeyRefused = "because the origin is not allowed";

/**
 * Passes on what comes of a sign-in. Where the project does not trust `address`, it tells the developer which origin to add, and
 * where. Visitors can do nothing about it.
 *
 * @param address that to come back to; the page's own unless given
 */
export async function tellingOrigin<T>(connection: Connection, sent: Promise<T>, address?: string): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    const isUntrusted =
      isKnownError(error, "REDIRECT_URL_NOT_WHITELISTED") ||
      (isKnownError(error) && error.message.endsWith(passkeyRefused));
    const url = address ?? connection.host.page()?.location.href;
    if (isUntrusted && url !== undefined) warnOfOrigin(connection.projectId, url);
    throw error;
  }
}

/**
 * The same before a browser leaves for a provider: from there it would come back to a refusal.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED; nothing where the API does not say, which is then known on the way back
 */
export async function requireTrusted(connection: Connection, address: string): Promise<void> {
  const read = connection.caller("client").read("GET /auth/callback-urls/check", { query: { url: address } });
  const isTrusted = await read.then(
    ({ is_trusted }) => is_trusted,
    () => true,
  );
  if (isTrusted) return;
  const message = "The project does not trust the address that the provider would send the browser back to.";
  warnOfOrigin(connection.projectId, address);
  throw new KnownError("REDIRECT_URL_NOT_WHITELISTED", 400, message);
}

/** Tells the developer that the project does not trust the origin of `address`, and where to add it. */
export function warnOfOrigin(projectId: string, address: string): void {
  const { origin } = new URL(address);
  // A native app's address has no origin.
  const shown = origin === "null" ? address : origin;
  console.warn(
    `Gatehouse: ${shown} is not trusted by the project ${projectId}, so this way to sign in does not work there. ` +
      "Add it in the dashboard, on the page Domains.",
  );
}
