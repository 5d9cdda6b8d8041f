import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from "oauth4webapi";
import type { Vendor } from "./vendor";

/** How a client proves itself to a vendor. One without a secret is public, and stands on PKCE alone. */
export function clientAuthentication({ clientAuthentication: how }: Vendor, secret: string): ClientAuth {
  if (secret === "") return None();
  return how === "basic" ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
