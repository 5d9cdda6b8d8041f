import { extraRequestHeadersOf, type ServerAppOptions } from "../connection/app-options";
import { hostOfWebsite } from "../host/environment";
import { headerOf } from "../session/token-store/request";
import type { RequestLike } from "../session/token-store/token-store";

/** Lists what hosts of websites write the visitor's address into. They replace what the visitor has written there. */
const addressHeaders = {
  vercel: "x-vercel-forwarded-for",
  netlify: "x-nf-client-connection-ip",
  fly: "fly-client-ip",
  cloudflare: "cf-connecting-ip",
} as const;

/**
 * Returns the options of an app that acts for the visitor who sent `request`. The API then counts what they try for their own
 * network, instead of that of the backend. Where nothing says who the visitor is, it names nobody.
 * @throws Error when `trustedProxies` is no number of proxies
 */
export function forVisitor<Options extends ServerAppOptions>(options: Options, request: RequestLike): Options {
  const { visitorAddress, trustedProxies } = options;
  if (trustedProxies !== undefined && !(Number.isInteger(trustedProxies) && trustedProxies >= 0))
    throw new Error(`\`trustedProxies\` must be a whole number of proxies, but is ${trustedProxies}.`);
  const address = visitorAddress
    ? visitorAddress(request)
    : withoutPort(trustedProxies === undefined ? writtenByHost(request) : writtenByProxy(request, trustedProxies));
  if (!address) return options;
  return { ...options, extraRequestHeaders: { ...extraRequestHeadersOf(options), "x-gatehouse-client-ip": address } };
}

/** Attack: elsewhere a visitor writes these headers, and is from whichever network they like, or from that of another visitor. */
function writtenByHost(request: RequestLike): string | null | undefined {
  const host = hostOfWebsite();
  return host && headerOf(request, addressHeaders[host]);
}

/** Each proxy adds whom it was connected to from; what stands before what the trusted ones have added is what the visitor says. */
function writtenByProxy(request: RequestLike, proxies: number): string | undefined {
  return proxies === 0 ? undefined : headerOf(request, "x-forwarded-for")?.split(",").at(-proxies);
}

/** Some proxies write a port as well, and brackets around an IPv6 address. */
function withoutPort(address: string | null | undefined): string | undefined {
  return /^\[?([\d.]{7,15}|[\da-f:]{2,}[\d.]*)\]?(?::\d+)?$/i.exec(address?.trim() ?? "")?.[1];
}
