import type { AddressParts, EndpointKey, Optional } from "./endpoints";
import type { Tier } from "./tier";
import type { Method } from "./transport";

interface Parts {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

export function methodOf(key: string): Method {
  return key.slice(0, key.indexOf(" ")) as Method;
}

/** The path of a request with its parameters percent-encoded; parameters of undefined are left out of the query. */
export function pathOf<K extends EndpointKey>(key: K, ...[parts]: Optional<AddressParts<K, Tier>>): string {
  const { params = {}, query = {} } = (parts ?? {}) as Parts;
  const path = key
    .slice(key.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
