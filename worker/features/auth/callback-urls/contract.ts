// The kit asks this before a browser leaves for a provider, which would refuse nothing: the address is refused on the way back.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { url } from "../../../protocol/fields";

export const checkCallbackUrl = endpoint("GET /auth/callback-urls/check", {
  summary: "Whether the project trusts an address to come back to",
  access: clientOrHigher,
  query: z.strictObject({ url: url.describe("The address to come back to.") }),
  response: z.object({
    is_trusted: z.boolean().describe("Whether it is on a trusted domain, or a hosted page of the project."),
  }),
});
