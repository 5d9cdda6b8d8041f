import { parseUrl } from "../protocol/url";

/** The web's own schemes, of which a domain is trusted instead; and those that read, run or show what their URL holds. */
const otherSchemes =
  /^(?:https?|wss?|ftp|file|filesystem|blob|data|javascript|vbscript|about|view-source|mailto|tel|sms|intent|content):$/;

/** Every page of an extension has the origin of the extension. */
const extensionSchemes = /^(?:chrome|moz|safari-web)-extension:$/;

const addressForm = /^[a-z][a-z0-9+.-]*:\/\/[^\s?#@\\*]+$/i;

/**
 * Reads the address at which a native app (RFC 8252 section 7.1) or a browser extension is called back, such as `myapp://callback`. It
 * must have none of `otherSchemes`, and no credentials, wildcards, query or fragment. An extension's address is its origin alone.
 *
 * @returns the address as the URL standard writes it; undefined for any other text
 */
export function readNativeAddress(text: string): string | undefined {
  const url = addressForm.test(text) ? parseUrl(text) : undefined;
  if (!url || url.host === "" || otherSchemes.test(url.protocol)) return undefined;
  if (extensionSchemes.test(url.protocol) && !/^\/?$/.test(url.pathname)) return undefined;
  return addressOf(url);
}

/** Returns what of a URL is compared with native addresses: all but its query and fragment, and of an extension the origin. */
export function addressOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${extensionSchemes.test(protocol) ? "" : pathname}`;
}
