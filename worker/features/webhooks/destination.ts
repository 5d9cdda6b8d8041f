import type { Settings } from "../../platform/env";
import { isLocalhost } from "../../platform/localhost";

/** The ports that the platform connects to with TLS. */
const ports = new Set(["", "443", "2053", "2083", "2087", "2096", "8443"]);

/** Names of networks that are not the internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476 and what clouds use). */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion|test|example|invalid|alt)$/;

/** IPv4 networks that no server on the internet is in (RFC 6890 and its successors), as first address and prefix length. */
const privateNetworks: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * Why nothing is sent to an address; undefined where it may be. What is checked is the URL as it is requested: its parser has
 * made one form of all that stand for an IPv4 address. A name that leads to a private address is not seen here; the
 * platform, on which a Worker is in no network of its owner's, connects it to nothing.
 */
export function complaintAbout(text: string, { apiUrl }: Pick<Settings, "apiUrl">): string | undefined {
  if (!URL.canParse(text)) return "is not a valid URL";
  const url = new URL(text);
  if (url.username || url.password) return "must not contain a user name or a password";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  // On a developer's machine receivers are on it, too.
  if (isLocalhost(new URL(apiUrl).hostname)) return undefined;
  if (url.protocol !== "https:") return "must begin with https://";
  if (!ports.has(url.port)) return `must have one of the ports ${[...ports].filter(Boolean).join(", ")}`;
  return isPublicHost(url.hostname) ? undefined : "must be a server on the internet";
}

/** @param hostname as the URL parser writes it: in lower case, addresses in their one form, IPv6 in brackets */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.+$/, "");
  if (host.startsWith("[")) return isPublicIpv6(groupsOf(host.slice(1, -1)));
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return isPublicIpv4(numberOf(host));
  return host.includes(".") && !privateNames.test(host);
}

function isPublicIpv4(address: number): boolean {
  return !privateNetworks.some(([network, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(address / size) === Math.floor(numberOf(network) / size);
  });
}

function numberOf(ipv4: string): number {
  return ipv4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/**
 * Only global unicast addresses (RFC 4291 section 2.4) without those for protocols and documentation. Addresses with an IPv4
 * address in them are refused as a whole, where a translator could lead into a private network: mapped, NAT64, 6to4, Teredo.
 */
function isPublicIpv6([first = 0, second = 0]: readonly number[]): boolean {
  const isGlobalUnicast = first >= 0x2000 && first <= 0x3fff;
  const isForProtocols = first === 0x2001 && (second < 0x0200 || second === 0x0db8);
  const isDocumentation = first === 0x3fff && second < 0x1000;
  return isGlobalUnicast && !isForProtocols && first !== 0x2002 && !isDocumentation;
}

/** The 16-bit groups of an address as the URL parser writes it: hexadecimal, with one run of zeros left out. */
function groupsOf(ipv6: string): number[] {
  const [left = "", right] = ipv6.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  if (right === undefined) return groups(left);
  const [before, after] = [groups(left), groups(right)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
