import { isLocalhost } from "./localhost";

/**
 * Whether a host is, literally, of this machine, of a private network or of none that can be reached from outside (IANA
 * special-purpose address registries). What a name resolves to is not looked up.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isLocalhost(name) || name.endsWith(".local") || name.endsWith(".internal")) return true;
  // Public addresses of version 6 are 2000::/3. Those that contain one of version 4 are written to evade this.
  if (name.includes(":")) return !/^[23]/.test(name) || /^(?:2002:|2001:0{0,4}:|64:ff9b:)/.test(name);
  const parts = name.split(".");
  const isNumeric = parts.every((part) => /^(?:\d+|0x[0-9a-f]*)$/.test(part));
  // Other notations of an address, such as 127.1 and 0x7f000001, are none in which a server is named.
  return isNumeric && !(parts.every(isPlainNumber) && isPublicAddress(parts.map(Number)));
}

function isPublicAddress(bytes: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = bytes;
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return false;
  return !(
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) ||
    (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/** With a leading zero it may be read as an octal one. */
function isPlainNumber(part: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(part);
}
