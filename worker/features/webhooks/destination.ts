import type { Settings } from "../../platform/env";
import { isLocalhost } from "../../platform/localhost";
import { isPrivateHost } from "../../platform/private-host";

/** The ports that the platform connects to with TLS. */
const ports = new Set(["", "443", "2053", "2083", "2087", "2096", "8443"]);

/**
 * Returns why nothing is sent to an address, or undefined where sending is allowed. It checks the URL as it is requested. The URL parser
 * has brought all spellings of an IPv4 address into one form. A name that leads to a private address is not seen here. The platform
 * connects it to nothing, because a Worker is in no network of its owner's.
 */
export function complaintAbout(text: string, { apiUrl }: Pick<Settings, "apiUrl">): string | undefined {
  if (!URL.canParse(text)) return "is not a valid URL";
  const url = new URL(text);
  if (url.username || url.password) return "must not contain a user name or a password";
  // On a developer's machine receivers are on it, too.
  if (isLocalhost(new URL(apiUrl).hostname)) {
    return /^https?:$/.test(url.protocol) ? undefined : "must begin with https:// or http://";
  }
  if (url.protocol !== "https:") return "must begin with https://";
  if (!ports.has(url.port)) return `must have one of the ports ${[...ports].filter(Boolean).join(", ")}`;
  return isPrivateHost(url.hostname) ? "must be a server on the internet" : undefined;
}
