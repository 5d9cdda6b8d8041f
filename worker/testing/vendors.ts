import { freshAddress } from "./mailbox";
import type { Visit } from "./vendor-visit";

export type VendorPerson = Visit["person"];

let people = 0;

/** A person that no vendor has seen before. */
export function newPerson(fields: Partial<VendorPerson> = {}): VendorPerson {
  people += 1;
  const id = String(Date.now()) + people;
  const picture = `https://cdn.discordapp.com/avatars/${id}/a0b1c2.png`;
  return { id, name: "Grace Hopper", email: freshAddress(), emailVerified: true, picture, ...fields };
}

/** Says how a vendor sends the browser back. */
export interface VendorReturn {
  method: "GET" | "POST";
  /** The callback's address, without parameters where they are in a form. */
  url: URL;
  parameters: URLSearchParams;
}

/**
 * Goes where authorize redirects to, and gives back how the stand-in vendor sends the browser to the callback.
 *
 * @throws naming the parameter that the vendor does not take
 */
export async function visitVendor(authorizationUrl: string | URL, visit: Visit): Promise<VendorReturn> {
  const headers = { "x-visit": encodeURIComponent(JSON.stringify(visit)) };
  const response = await fetch(authorizationUrl, { headers, redirect: "manual" });
  const location = response.headers.get("location");
  if (location) return { method: "GET", url: new URL(location), parameters: new URL(location).searchParams };
  if (response.status !== 200) throw new Error(`The vendor does not take the request: ${await response.text()}`);
  const [page, parameters] = [await response.text(), new URLSearchParams()];
  const [, action = ""] = /<form method="post" action="([^"]*)">/.exec(page) ?? [];
  for (const [, name = "", value = ""] of page.matchAll(/<input name="([^"]*)" value="([^"]*)">/g)) {
    parameters.set(name, value.replaceAll("&quot;", '"'));
  }
  return { method: "POST", url: new URL(action), parameters };
}
