import { suggestEmail } from "./suggested-credentials";

/** Fills in the address of an account that exists by another method than the sign-in that the query's error has ended. */
export function suggestAddress(query: URLSearchParams): void {
  const address = /"contact_channel_value":"([^"\\\s]+@[^"\\\s]+)"/.exec(query.get("details") ?? "")?.[1];
  if (address) suggestEmail(address);
}
