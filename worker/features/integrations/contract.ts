// Defines what the endpoints of a partner's server have in common: the header that says which client of an integration it is.
import * as z from "zod";
import { headerText } from "../../protocol/fields";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** HTTP Basic (RFC 7617), without the form encoding that OAuth adds to it. */
export const basicHeader = headerText
  .refine((text) => basicPart(text) !== undefined, 'Authorization header must be in the format "Basic <base64>"')
  .describe("`Basic` and the base-64 of `client_id:client_secret`.");

/** The base-64 of a header of exactly two parts, of which the first is the scheme, in any case (RFC 9110 section 11.1). */
export function basicPart(header: string): string | undefined {
  const [scheme = "", encoded = "", ...rest] = header.split(" ");
  const isBasic = scheme.toLowerCase() === "basic" && rest.length === 0 && encoded !== "" && base64.test(encoded);
  return isBasic ? encoded : undefined;
}

export const Partner = z
  .object({ name: z.string().describe("The partner's name, as the operator has configured it.") })
  .meta({ id: "Partner" });
