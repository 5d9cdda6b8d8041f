// Integrations: what owners confirm on the internal project, and what partners do with an admin key.
import { basic, clients } from "../integration-clients";
import { keySetOf, unknownCode } from "./inputs";
import type { Row } from "./row";

const families = ["custom", "neon"] as const;

/** On any other project than the internal one. */
const everyone = "signedOut anonymous self otherUser member holder server admin owner foreign";

const adminOnly = (status: "200" | "201") => ({
  [status]: "admin owner",
  "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
});

/** Users of other projects are no owners. */
const ownersOfInternal = {
  "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
  "401 EXPECTED_INTERNAL_PROJECT": "anonymous self otherUser member holder",
};

const domain = "https://shop.example";
const google = { oauth_provider_id: "google" };

function ofFamily(family: (typeof families)[number]): Row[] {
  return [
    {
      key: `POST /integrations/${family}/projects/transfer/confirm/check`,
      input: () => ({ body: { code: unknownCode } }),
      outcomes: { "401 EXPECTED_INTERNAL_PROJECT": everyone },
    },
    {
      key: `POST /integrations/${family}/projects/transfer/confirm`,
      input: () => ({ body: { code: unknownCode } }),
      outcomes: ownersOfInternal,
    },
    {
      key: `POST /integrations/${family}/oauth/interaction/check`,
      input: () => ({ body: { interaction_uid: unknownCode } }),
      outcomes: { "401 EXPECTED_INTERNAL_PROJECT": everyone },
    },
    {
      key: `POST /integrations/${family}/oauth/interaction/approve`,
      input: ({ project }) => ({ body: { interaction_uid: unknownCode, project_id: project.id } }),
      outcomes: ownersOfInternal,
    },
    {
      key: `POST /integrations/${family}/internal/confirm`,
      input: ({ project }) => ({ body: { interaction_uid: unknownCode, project_id: project.id } }),
      outcomes: {
        "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
        "401 EXPECTED_INTERNAL_PROJECT": "server admin owner foreign",
      },
    },
    { key: `GET /integrations/${family}/domains`, input: () => ({}), outcomes: adminOnly("200") },
    { key: `POST /integrations/${family}/domains`, input: () => ({ body: { domain } }), outcomes: adminOnly("201") },
    {
      key: `DELETE /integrations/${family}/domains/{domain}`,
      input: async ({ as }) => {
        const added = await as("admin")(`POST /integrations/${family}/domains`, { body: { domain } });
        if (added.status !== 201) throw new Error(`The domain was not added: ${added.status}`);
        return { params: { domain } };
      },
      outcomes: adminOnly("200"),
    },
  ];
}

export const integrations: Row[] = [
  ...families.flatMap(ofFamily),
  { key: "GET /integrations/neon/projects/current", input: () => ({}), outcomes: adminOnly("200") },
  {
    key: "PATCH /integrations/neon/projects/current",
    input: () => ({ body: { display_name: "New" } }),
    outcomes: adminOnly("200"),
  },
  { key: "GET /integrations/neon/api-keys", input: () => ({}), outcomes: adminOnly("200") },
  {
    key: "POST /integrations/neon/api-keys",
    input: () => ({
      body: {
        description: "New",
        expires_at_millis: Date.now() + 60_000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      },
    }),
    outcomes: adminOnly("200"),
  },
  {
    key: "GET /integrations/neon/api-keys/{api_key_id}",
    input: async (scenario) => ({ params: await keySetOf(scenario) }),
    outcomes: adminOnly("200"),
  },
  {
    key: "PATCH /integrations/neon/api-keys/{api_key_id}",
    input: async (scenario) => ({ params: await keySetOf(scenario), body: { description: "New" } }),
    outcomes: adminOnly("200"),
  },
  {
    key: "DELETE /integrations/neon/api-keys/{api_key_id}",
    input: async (scenario) => ({ params: await keySetOf(scenario) }),
    outcomes: adminOnly("200"),
  },
  {
    key: "POST /integrations/neon/webhooks",
    input: () => ({ headers: basic(clients.neon), body: { url: "https://neon.tech/hooks" } }),
    outcomes: adminOnly("200"),
  },
  { key: "GET /integrations/neon/oauth-providers", input: () => ({}), outcomes: adminOnly("200") },
  {
    key: "POST /integrations/neon/oauth-providers",
    input: () => ({ body: { id: "github", type: "shared" } }),
    isOnce: true,
    outcomes: adminOnly("201"),
  },
  {
    key: "PATCH /integrations/neon/oauth-providers/{oauth_provider_id}",
    input: () => ({ params: google, body: { enabled: false } }),
    outcomes: adminOnly("200"),
  },
  {
    key: "DELETE /integrations/neon/oauth-providers/{oauth_provider_id}",
    input: () => ({ params: google }),
    outcomes: adminOnly("200"),
  },
];
