import type { Endpoint } from "../../../protocol/endpoint";
import type { ReferenceTexts } from "../../../protocol/openapi";
import { absent, type Sample } from "../../../protocol/openapi-schemas";
import { allTiers } from "../../../protocol/tiers";
import { auditLog, hostedOnly, metrics, usage } from "./administration";
import { dataVault } from "./data-vault";
import { assistant, emailContent, emails } from "./emails";
import type { Group, Samples } from "./entry";
import { integrationAdministration, integrationOAuth, integrationProjects } from "./integrations";
import { introduction } from "./introduction";
import { apiKeys, deprecated, discovery, linksInEmails } from "./keys-and-emails";
import { billing, payments, portal, products, purchases, stripe, transactions } from "./payments";
import { hostedPages, ownedProjects, project, projectKeys, projectSettings } from "./projects";
import { samples } from "./samples";
import { anonymousUsers, cliLogin, codes, oauth, passkeys, passwords, secondFactors } from "./sign-in";
import { invitations, members, permissionDefinitions, permissions, teams } from "./teams";
import { contactChannels, linkedAccounts, notifications, reauthentication, sessions, users } from "./users";
import { svixInterface, webhooks } from "./webhooks";

/** In the order in which they are read. */
const groups: readonly Group[] = [
  project,
  passwords,
  codes,
  passkeys,
  oauth,
  hostedPages,
  secondFactors,
  anonymousUsers,
  cliLogin,
  sessions,
  reauthentication,
  users,
  contactChannels,
  linkedAccounts,
  notifications,
  teams,
  members,
  invitations,
  permissions,
  permissionDefinitions,
  apiKeys,
  dataVault,
  payments,
  stripe,
  purchases,
  portal,
  products,
  billing,
  transactions,
  webhooks,
  svixInterface,
  ownedProjects,
  projectSettings,
  projectKeys,
  auditLog,
  metrics,
  hostedOnly,
  usage,
  emails,
  emailContent,
  assistant,
  integrationProjects,
  integrationOAuth,
  integrationAdministration,
  linksInEmails,
  discovery,
  deprecated,
];

const entries = new Map(
  groups.flatMap((group) => Object.entries(group.endpoints).map(([key, entry]) => [key, { group, entry }] as const)),
);

/** Tells whether a parameter is one that only other endpoints of the group read. */
function isIgnored({ key }: Endpoint, name: string): boolean {
  const { group, entry } = entries.get(key) ?? {};
  const [part, parameter = ""] = name.split(".");
  return part === "query" && group?.lists?.includes(key) === false && !entry?.reads?.includes(parameter);
}

/** Returns what the API reference says beside the contracts. @param urls public addresses, without a trailing slash */
export function referenceTexts({ apiUrl, webUrl }: { apiUrl: string; webUrl: string }): ReferenceTexts {
  return {
    info: {
      title: "Gatehouse API",
      version: "1",
      summary: "Authentication and user management",
      description: introduction(apiUrl),
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { url: webUrl, description: "Gatehouse and its dashboard" },
    groups: groups.map(({ section, name, description, endpoints }) => ({
      section,
      name,
      description,
      endpoints: Object.keys(endpoints) as Endpoint["key"][],
    })),
    descriptionOfEndpoint: (endpoint) => {
      const description = entries.get(endpoint.key)?.entry?.description;
      const said = [endpoint.description, description]
        .filter((each) => each !== undefined)
        .map(sentence)
        .join(" ");
      return [said, requirementsOf(endpoint)].join("\n\n");
    },
    isDeprecated: ({ key }) => entries.get(key)?.entry?.deprecated === true,
    ownResponsesOf: ({ key }) => entries.get(key)?.entry?.responses ?? [],
    isIgnored,
    sampleOf: (endpoint, name) => {
      const { entry, group } = entries.get(endpoint.key) ?? {};
      const own = find(entry?.samples, name) ?? (isIgnored(endpoint, name) ? absent : find(group?.samples, name));
      return own ?? find(samples, name);
    },
  };
}

/** Returns what a request needs, in a sentence each, as the router enforces it. */
function requirementsOf({ access, requiresUser, changesCredentials, limit, shares }: Endpoint): string {
  const counted = { "sign-in": "sign-ins", refresh: "refreshes", mail: "emails", rendering: "renderings of emails" };
  return [
    typeof access === "string"
      ? { public: "Needs no key.", webhooks: "Needs a token of `POST /webhooks/svix-token`." }[access]
      : `Open to ${access.length === allTiers.length ? "all tiers" : `the ${access.join(" and ")} tier`}.`,
    ...(requiresUser ? ["Needs a signed-in user."] : []),
    ...(changesCredentials && !changesCredentials.isProof
      ? ["Where it changes how a user signs in, or who owns a project, the project may want re-authentication."]
      : []),
    ...(limit ? [`Counted with ${counted[limit]} (see [Rate limits](#description/rate-limits)).`] : []),
    ...(shares
      ? [`Takes of the project's ${shares.map((name) => `\`${name}\``).join(", ")} (\`GET /internal/usage\`).`]
      : []),
  ].join(" ");
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The example of the longest end of a name that a table has. */
function find(table: Samples | undefined, name: string): Sample | undefined {
  const parts = name.split(".");
  const ends = parts.map((_, start) => parts.slice(start).join("."));
  const known = ends.find((end) => table && Object.hasOwn(table, end));
  return known && table?.[known];
}
