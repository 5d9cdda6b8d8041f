import * as z from "zod";
import { isNormalUuid, text } from "../../protocol/fields";
import { containsSpaces } from "../../protocol/validation-messages";
import {
  hasFewWildcards,
  isTrustable,
  maxTrustedDomains,
  mustBeDomainPattern,
  tooManyWildcards,
} from "../domain-pattern";
import { chosenId, required } from "../settings";

const handlerPathMessage = "Handler path must start with /";

const handlerPath = z
  .string({ error: ({ input }) => (input === undefined ? handlerPathMessage : undefined) })
  .startsWith("/", handlerPathMessage)
  .max(300);

const trustedUrl = text(300)
  .refine((value) => !/\s/.test(value), containsSpaces)
  .refine(isTrustable, mustBeDomainPattern)
  .refine(hasFewWildcards, tooManyWildcards);

export const domains = z
  .object({
    allowLocalhost: z.boolean().default(false),
    trustedDomains: z.record(
      // The project object's `domains` are stored under random UUIDs.
      chosenId("trustedDomain", isNormalUuid),
      z.object({ baseUrl: trustedUrl.optional(), handlerPath: required(handlerPath, "/handler") }),
    ),
  })
  .refine(hasFewDomains, `{path}.trustedDomains must have at most ${maxTrustedDomains} entries`);

/** An entry of null is one that was taken away. */
function hasFewDomains({ trustedDomains = {} }: { trustedDomains?: Record<string, unknown> }): boolean {
  return Object.values(trustedDomains).filter((entry) => entry !== null).length <= maxTrustedDomains;
}
