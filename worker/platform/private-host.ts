import type { Settings } from "./env";
import { isLocalhost } from "./localhost";

/** Names of networks that are not the internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476 and what clouds and clusters use). */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|svc|cluster|consul|intranet|private|corp|home|lan|home\.arpa|onion|test|example|invalid|alt)$/;

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
 * Tells whether an owner may have this instance connect to a host. On a developer's machine, hosts may be on it, too.
 *
 * Attack: an owner has it connect to what is behind its firewall, and reads what is there in an error. Cloudflare itself
 * refuses private addresses; other hosts of workerd do not.
 */
export function mayConnectTo({ apiUrl }: Pick<Settings, "apiUrl">, host: string): boolean {
  return isLocalhost(new URL(apiUrl).hostname) || !isPrivateHost(host);
}

/**
 * Tells whether a host is, literally, of this machine, of a private network or of none reachable from outside, or is no
 * host. What a name resolves to is not looked up.
 *
 * @param host a name or an address in any notation; one of version 6 with or without brackets
 */
export function isPrivateHost(host: string): boolean {
  const hostname = normalHost(host)?.replace(/\.+$/, "");
  if (!hostname) return true;
  if (hostname.startsWith("[")) return !isPublicIpv6(groupsOf(hostname.slice(1, -1)));
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname)) return !isPublicIpv4(numberOf(hostname));
  return !hostname.includes(".") || privateNames.test(hostname);
}

/**
 * The form that the URL parser makes of a host: in lower case, addresses in their one notation, version 6 in brackets.
 * Undefined where the text is no host, or holds more than one.
 */
function normalHost(host: string): string | undefined {
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  if (/[\s/\\?#@]/.test(name) || (name.includes(":") && !name.endsWith("]"))) return undefined;
  const url = `http://${name}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
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
