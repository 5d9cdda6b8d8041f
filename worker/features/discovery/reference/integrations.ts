import type { EndpointKey } from "../../../protocol/endpoint";
import { absent } from "../../../protocol/openapi-schemas";
import type { EndpointEntry, Group } from "./entry";
import { maskedKeys, projectKeys, projectSamples } from "./projects";
import { ids } from "./samples";

const code = "5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2";
const authorization = "Basic YWNtZTo5dTVYeHBnRTE=";
const site = "https://www.example.com/integrations/custom";
const redirectUri = "https://partner.example/callback";
const issuer = "https://api.example.com/api/v1/integrations/custom/oauth/idp";

/** The entries of an endpoint that both families have. */
function inBoth(entries: Record<string, EndpointEntry>): Partial<Record<EndpointKey, EndpointEntry>> {
  return Object.fromEntries(
    ["custom", "neon"].flatMap((family) =>
      Object.entries(entries).map(([key, entry]) => [key.replace("{family}", family), entry]),
    ),
  );
}

export const integrationProjects: Group = {
  section: "Integrations",
  name: "Projects of partners",
  description:
    "A partner of the operator's, such as a platform that databases or shops come from, makes projects for its customers and hands them over. Its server sends the id and the secret that the operator has configured by HTTP Basic. The two families have the same requests, `neon` some more.",
  samples: {
    "header.authorization": authorization,
    display_name: "Analytical Engines",
    project_id: ids.project,
    super_secret_admin_key: `sak_${code}`,
    connection_strings: [{ branch_id: "br-1", connection_string: "postgres://db.example/shop" }],
    message: "Ready to transfer project; please use the POST method to initiate it.",
    confirmation_url: `${site}/projects/transfer/confirm?code=${code}`,
    code,
    "project.id": ids.project,
    "project.display_name": "Analytical Engines",
    "integration.name": "Acme Cloud",
    team_id: ids.ownerTeam,
  },
  endpoints: {
    ...inBoth({
      "POST /integrations/{family}/projects/provision": {},
      "GET /integrations/{family}/projects/transfer": {
        description: "Only the client that has made a project may hand it over, once.",
      },
      "POST /integrations/{family}/projects/transfer": {},
      "POST /integrations/{family}/projects/transfer/initiate": {},
      "POST /integrations/{family}/projects/transfer/confirm/check": {},
      "POST /integrations/{family}/projects/transfer/confirm": {},
    }),
    "POST /integrations/neon/projects/connection": {
      description: "For a project that the client has made and not handed over yet.",
    },
  },
};

export const integrationOAuth: Group = {
  section: "Integrations",
  name: "Keys for partners",
  description:
    "How a partner gets an admin key of a project that exists: by the authorization code of OAuth 2.0 with PKCE. The owner signs in, sees who asks, and chooses one of their projects. What is handed out is a key, and says nothing about the person: there are no ID tokens.",
  samples: {
    "header.authorization": authorization,
    issuer,
    authorization_endpoint: "https://api.example.com/api/v1/integrations/custom/oauth/authorize",
    token_endpoint: "https://api.example.com/api/v1/integrations/custom/oauth/token",
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    authorization_response_iss_parameter_supported: true,
    response_type: "code",
    client_id: "acme",
    redirect_uri: redirectUri,
    state: "u7Qm2cXa",
    code_challenge: "q1rXn3u8YcV2b0kL7mZ5tW4sE6dG9hJ1pQxRzT2yU3I",
    code,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    access_token: `sak_${code}`,
    project_id: ids.project,
    interaction_uid: code,
    "integration.name": "Acme Cloud",
    redirect_host: "partner.example",
    cancel_url: `${redirectUri}?error=access_denied&state=u7Qm2cXa&iss=${encodeURIComponent(issuer)}`,
    redirect_url: `${redirectUri}?code=${code}&state=u7Qm2cXa&iss=${encodeURIComponent(issuer)}`,
    external_project_name: "Warehouse",
    authorization_code: code,
  },
  endpoints: inBoth({
    "GET /integrations/{family}/oauth": {},
    "GET /integrations/{family}/oauth/idp/.well-known/openid-configuration": {
      description: "Where libraries look for it below the issuer.",
    },
    "GET /integrations/{family}/oauth/authorize": {
      responses: [
        {
          status: 303,
          description: "`Location` is the page on which the owner chooses.",
          contentType: "text/plain",
          example: "",
        },
      ],
    },
    "POST /integrations/{family}/oauth/token": {},
    "POST /integrations/{family}/oauth/interaction/check": {},
    "POST /integrations/{family}/oauth/interaction/approve": {},
    "POST /integrations/{family}/internal/confirm": {},
  }),
};

export const integrationAdministration: Group = {
  section: "Integrations",
  name: "Projects for partners to configure",
  description:
    "What a partner configures with the admin key of a project: the same settings that owners have, one by one where that is easier.",
  samples: {
    ...projectSamples,
    ...projectKeys.samples,
    domain: "https://www.example.com",
    oauth_provider_id: "google",
    type: "standard",
    client_id: "1574-ck4u7h.apps.googleusercontent.com",
    client_secret: "GOCSPX-9u5XxpgE1",
    facebook_config_id: absent,
    microsoft_tenant_id: absent,
    provider_config_id: "google",
    id: "google",
  },
  endpoints: {
    ...inBoth({
      "GET /integrations/{family}/domains": { description: "In the order of the alphabet." },
      "POST /integrations/{family}/domains": {},
      "DELETE /integrations/{family}/domains/{domain}": {},
    }),
    "GET /integrations/neon/projects/current": {
      description: "Secrets in it, such as those of OAuth clients, are shown in full.",
    },
    "PATCH /integrations/neon/projects/current": { samples: { body: { display_name: "Analytical Engines" } } },
    "GET /integrations/neon/api-keys": {
      description: "Keys that are revoked or expired are listed too.",
      samples: maskedKeys,
    },
    "POST /integrations/neon/api-keys": { samples: { "body.has_super_secret_admin_key": false } },
    "GET /integrations/neon/api-keys/{api_key_id}": {
      description: "Of each key it has the last four characters.",
      samples: maskedKeys,
    },
    "PATCH /integrations/neon/api-keys/{api_key_id}": {
      description: "Requests with a revoked key are refused from then on. Revoking cannot be undone.",
      samples: maskedKeys,
    },
    "DELETE /integrations/neon/api-keys/{api_key_id}": {},
    "POST /integrations/neon/webhooks": {
      samples: {
        "header.authorization": authorization,
        url: "https://partner.example/hooks",
        description: "Neon",
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      },
    },
    "GET /integrations/neon/oauth-providers": { description: "Those that are switched off are listed too." },
    "POST /integrations/neon/oauth-providers": {
      description: "A `standard` provider needs the id and the secret of the project's own client.",
    },
    "PATCH /integrations/neon/oauth-providers/{oauth_provider_id}": {},
    "DELETE /integrations/neon/oauth-providers/{oauth_provider_id}": {
      description: "Users whose only way to sign in it is cannot sign in any more.",
    },
  },
};
