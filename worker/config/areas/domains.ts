import * as z from "zod";
import { isNormalUuid, text } from "../../protocol/fields";
import { containsSpaces } from "../../protocol/validation-messages";
import { hasFewWildcards, maxTrustedDomains, tooManyWildcards } from "../domain-pattern";
import { chosenId, required } from "../settings";

const handlerPathMessage = "Handler path must start with /";

const handlerPath = z
  .string({ error: ({ input }) => (input === undefined ? handlerPathMessage : undefined) })
  .startsWith("/", handlerPathMessage)
  .max(300);

const trustedUrl = text(300)
  .refine((value) => !/\s/.test(value), containsSpaces)
  .refine(isUrlPattern, "{path} is not a valid URL or wildcard URL pattern")
  .refine(hasFewWildcards, tooManyWildcards);

/** An http(s) URL whose host may have `*` (a run without dots) and `**` (any run) in it; nothing else of it may. */
function isUrlPattern(text: string): boolean {
  // Only what surely is the host: neither a user name before `@`, nor what stands before a backslash, which URLs read as `/`.
  const concrete = text.replace(/(?<=^https?:\/\/)[^/?#@\\]*(?=[/?#]|$)/, (host) => host.replace(/\*{1,2}/g, "x"));
  const host = URL.canParse(concrete) ? new URL(concrete).hostname : "";
  return /^https?:\/\//.test(text) && !concrete.includes("*") && isHostName(host);
}

function isHostName(host: string): boolean {
  return /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(host) && !/^\.|\.$|\.\./.test(host);
}

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
