// The domains that a project trusts, one by one, for a partner that has its admin key.
import * as z from "zod";
import { maxTrustedDomains } from "../../../config/domain-pattern";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, noQuery, Success } from "../../../protocol/fields";
import { trustedDomain } from "../../projects/admin-project/contract";
import { domainOfOthers, projectIsBusy } from "../../projects/changes/contract";

const Domain = z
  .object({
    domain: z
      .string()
      .describe("A domain that the project trusts, such as `https://www.example.com`, or a pattern of some."),
  })
  .meta({ id: "Domain" });
const domain = trustedDomain
  .max(300)
  .describe("A domain that the project trusts, such as `https://www.example.com`, or a pattern of some.");

export const tooManyDomains = plainError(400, `A project can trust at most ${maxTrustedDomains} domains`, {
  remedy: "Remove a domain first, or trust several by a pattern such as `https://*.example.com`.",
});

function domainEndpoints<const Family extends IntegrationFamily>(family: Family) {
  return {
    list: endpoint(`GET /integrations/${family}/domains`, {
      summary: "List the domains that the project trusts",
      access: adminOnly,
      query: noQuery,
      response: listOf(Domain),
    }),

    add: endpoint(`POST /integrations/${family}/domains`, {
      summary: "Trust a domain",
      description: "One that is trusted already stays as it is.",
      access: adminOnly,
      query: noQuery,
      body: z.strictObject({ domain }),
      response: Domain,
      status: 201,
      errors: [tooManyDomains, domainOfOthers, projectIsBusy],
    }),

    remove: endpoint(`DELETE /integrations/${family}/domains/{domain}`, {
      summary: "Trust a domain no more",
      description: "Nothing happens where it was not trusted.",
      access: adminOnly,
      params: z.strictObject({ domain }),
      query: noQuery,
      response: Success,
      errors: [projectIsBusy],
    }),
  };
}

export const custom = domainEndpoints("custom");
export const neon = domainEndpoints("neon");
