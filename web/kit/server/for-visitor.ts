import { extraRequestHeadersOf, type ServerAppOptions } from "../connection/app-options";
import { headerOf } from "../session/token-store/request";
import type { RequestLike } from "../session/token-store/token-store";

/**
 * The options of an app that acts for the visitor who sent `request`: the API then counts what they try for their own network,
 * instead of that of the backend.
 */
export function forVisitor<Options extends ServerAppOptions>(options: Options, request: RequestLike): Options {
  const address = (options.visitorAddress ?? nearestAddress)(request);
  if (!address) return options;
  return { ...options, extraRequestHeaders: { ...extraRequestHeadersOf(options), "x-gatehouse-client-ip": address } };
}

/**
 * What the proxy in front of the website has added to `x-forwarded-for`: the address that it was connected to from, of which some
 * write the port as well. What stands before it is what the visitor says.
 */
function nearestAddress(request: RequestLike): string | undefined {
  const nearest = headerOf(request, "x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return /^\[?([\d.]{7,15}|[\da-f:]{2,}[\d.]*)\]?(?::\d+)?$/i.exec(nearest)?.[1];
}
