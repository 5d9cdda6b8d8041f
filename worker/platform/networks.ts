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
  const [, mapped] = /^[0:]+:ffff:([\d.]+)$/i.exec(ip) ?? [];
  if (mapped) return mapped;
  const [front = [], back = []] = ip
    .replace(/[\d.]+\.\d+$/, "0:0")
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
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
