/** The origin of a request, as far as the edge reports it. Names inside are those of the wire. */
export interface EndUserIp {
  ip: string;
  countryCode: string | null;
  regionCode: string | null;
  cityName: string | null;
  latitude: number | null;
  longitude: number | null;
  tzIdentifier: string | null;
}

/** Says where on the network a request came from, as far as the edge reports it. */
export type NetworkPlace = Pick<EndUserIp, "ip" | "countryCode" | "cityName">;

/** The address and place of whatever sent a request, be it a browser or a program; null without an edge. */
export function networkPlace(request: Request): NetworkPlace | null {
  const ip = request.headers.get("cf-connecting-ip");
  if (!ip) return null;
  const place = placeOf(request, ip);
  return { ip, countryCode: place?.country ?? null, cityName: place?.city ?? null };
}

/**
 * The end user's address and place, or null when the request came from a program: a backend's own address reveals nothing
 * of its user. Only the edge's own header is believed, since any other can be written by the caller.
 */
export function endUserIp(request: Request): EndUserIp | null {
  const ip = request.headers.get("cf-connecting-ip");
  if (!ip || !endUserAgent(request)) return null;
  const place = placeOf(request, ip);
  return {
    ip,
    countryCode: place?.country ?? null,
    regionCode: place?.regionCode ?? null,
    cityName: place?.city ?? null,
    latitude: coordinate(place?.latitude),
    longitude: coordinate(place?.longitude),
    tzIdentifier: place?.timezone ?? null,
  };
}

/** Loopback, private and link-local addresses (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
const localAddress =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|::ffff:127\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Returns what the edge says of the place of an address. A local server makes one up for addresses that are nowhere. */
function placeOf(request: Request, ip: string): IncomingRequestCfProperties | undefined {
  return localAddress.test(ip) ? undefined : (request.cf as IncomingRequestCfProperties | undefined);
}

/** The country of a place by ISO 3166-1; null where the edge has none, or one of its own such as `T1` for Tor. */
export function isoCountry(place: Pick<EndUserIp, "countryCode"> | null): string | null {
  const code = place?.countryCode;
  return code && /^[A-Z]{2}$/.test(code) && code !== "XX" ? code : null;
}

/** Returns how the end user's browser names itself (RFC 9110 section 10.1.5), cut to what is kept; null for a program. */
export function endUserAgent(request: Request): string | null {
  const text = request.headers.get("user-agent") ?? "";
  return /Mozilla|Chrome|Safari/.test(text) ? text.slice(0, 512) : null;
}

function coordinate(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
