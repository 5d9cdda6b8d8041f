import type { Endpoint } from "../../../protocol/endpoint";
import { textTemplateOf } from "../../../protocol/error-definitions";
import { remedies } from "../../../protocol/error-remedies";
import { metadata, millis } from "../../../protocol/fields";
import type { ReferenceTexts } from "../../../protocol/openapi";
import { absent } from "../../../protocol/openapi-schemas";
import { allTiers } from "../../../protocol/tiers";
import { assistant } from "./assistant";
import { auditLog } from "./audit-log";
import { dataVault } from "./data-vault";
import type { Group } from "./entry";
import { glossary } from "./glossary";
import { integrationAdministration, integrationOAuth, integrationProjects } from "./integrations";
import { introduction } from "./introduction";
import { apiKeys, deprecated, discovery, linksInMails } from "./keys-and-mails";
import { mailContent } from "./mail-content";
import { mails } from "./mails";
import { metrics } from "./metrics";
import { payments } from "./payments";
import { plainErrorRemedies } from "./plain-error-remedies";
import { portal } from "./portal";
import { hostedPages, ownedProjects, project, projectKeys, projectSettings } from "./projects";
import { purchases } from "./purchases";
import { samples } from "./samples";
import { anonymousUsers, cliLogin, codes, oauth, passkeys, passwords, secondFactors } from "./sign-in";
import { stripe } from "./stripe";
import { invitations, members, permissionDefinitions, permissions, teams } from "./teams";
import { transactions } from "./transactions";
import { usage } from "./usage";
import { contactChannels, linkedAccounts, notifications, reauthentication, sessions, users } from "./users";
import { webhooks } from "./webhooks";

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
  transactions,
  webhooks,
  ownedProjects,
  projectSettings,
  projectKeys,
  auditLog,
  metrics,
  usage,
  mails,
  mailContent,
  assistant,
  integrationProjects,
  integrationOAuth,
  integrationAdministration,
  linksInMails,
  discovery,
  deprecated,
];

const entries = new Map(
  groups.flatMap((group) => Object.entries(group.endpoints).map(([key, entry]) => [key, { group, entry }] as const)),
);

/** One declaration of parameters may serve all requests on a path, of which only the list reads them. */
const ignored = "Has no effect here: only the list reads it.";

function isIgnored(key: Endpoint["key"], name: string): boolean {
  const lists = entries.get(key)?.group.lists;
  return name.startsWith("query.") && lists !== undefined && !lists.includes(key);
}

/** Descriptions that say what kind of value a field has, and nothing of the field. */
const kindDescriptions = new Set([metadata.description, millis.description]);

/** What the API reference says beside the contracts. @param urls public addresses, without a trailing slash */
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
    descriptionOf: ({ key }, name, declared) => {
      const { entry, group } = entries.get(key) ?? {};
      const own = find([entry?.fields], name) ?? (isIgnored(key, name) ? ignored : find([group?.fields], name));
      const known = own ?? find([glossary], name);
      return known ?? (declared && !kindDescriptions.has(declared) ? sentence(declared) : undefined);
    },
    sampleOf: ({ key }, name) => {
      const { entry, group } = entries.get(key) ?? {};
      const own = find([entry?.samples], name) ?? (isIgnored(key, name) ? absent : find([group?.samples], name));
      return own ?? find([samples], name);
    },
    remedyOf: (failure) => {
      if (typeof failure !== "string") return { remedy: plainErrorRemedies[textTemplateOf(failure)] ?? "" };
      const [cause, remedy] = remedies[failure];
      return { cause, remedy };
    },
  };
}

/** What a request needs, in a sentence each, as the router enforces it. */
function requirementsOf({ access, requiresUser, changesCredentials, limit, shares }: Endpoint): string {
  const counted = { "sign-in": "sign-ins", refresh: "refreshes", mail: "mails", rendering: "renderings of mails" };
  return [
    access === "public"
      ? "Needs no key."
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

/** What is known under the longest end of a name, in the first of the tables that have it. */
function find<T>(tables: readonly (Readonly<Record<string, T>> | undefined)[], name: string): T | undefined {
  const parts = name.split(".");
  for (let start = 0; start < parts.length; start++) {
    const end = parts.slice(start).join(".");
    for (const table of tables) if (table && Object.hasOwn(table, end)) return table[end];
  }
  return undefined;
}
