/** The network that a request has come from. */
export function networkOfRequest({ headers }: Pick<Request, "headers">): string {
  // Only the edge's own header is believed: a client could write any other, and have as many addresses as it likes.
  return networkOf(headers.get("cf-connecting-ip") ?? "");
}

/**
 * Returns what of an address stands for one customer of a network. It is all of an IPv4 address, or the first 64 bits of an IPv6 one.
 * RFC 6177 gives a household at least as much. Only a mapped IPv6 address (RFC 4291 section 2.5.5.2) stands for an IPv4 one.
 */
export function networkOf(address: string): string {
  // The longest text form of an address has 45 characters. The header is the client's own where there is no edge.
  const ip = address.slice(0, 45);
  if (!ip.includes(":")) return ip;
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).join() === "0,0,0,0,0,65535";
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * Returns the eight groups of an IPv6 address in any of its forms (RFC 4291 section 2.2). The last two may be written as an IPv4
 * address.
 */
function groupsOf(ip: string): number[] {
  const hexadecimal = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    return [256 * a + Number(b), 256 * c + Number(d)].map((group) => group.toString(16)).join(":");
  });
  const [front = [], back = []] = hexadecimal
    .split("::")
    .map((half) => half.split(":").filter(Boolean))
    .map((half) => half.map((group) => Number.parseInt(group, 16)));
  const zeros = Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0);
  return [...front, ...zeros, ...back];
}

/**
 * Returns what of a network stands for all that one customer may have. It is all of an IPv4 address, or the first 48 bits of an IPv6
 * one, in which there are 65,536 networks. RFC 6177 gives a site no more.
 *
 * @param network as `networkOf` returns it
 */
export function siteOf(network: string): string {
  return network.replace(/:[^:]*::\/64$/, "::/48");
}
