import type { EndpointKey } from "../../../protocol/endpoint";
import { absent } from "../../../protocol/openapi-schemas";
import type { EndpointEntry, Group } from "./entry";
import { maskedKeys, projectFields, projectKeys, projectSamples } from "./projects";
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
  fields: {
    "header.authorization": "`Basic` and the base-64 of `client_id:client_secret`.",
    display_name: "The project's name.",
    project_id: "The id of the project, a UUID.",
    super_secret_admin_key: "The admin key of the project, shown this once.",
    connection_strings: "Accepted, and not stored: this installation keeps the data of projects itself.",
    branch_id: "The id of a branch of the database.",
    connection_string: "How to connect to the branch.",
    message: "That the project is ready to be handed over.",
    confirmation_url: "The page on which the new owner signs in and confirms. It contains the code.",
    code: "The code in the address of the page.",
    is_code_valid: "Always `true`; otherwise there is an error.",
    project: "The project that is handed over.",
    "project.id": "The id of the project, a UUID.",
    "project.display_name": "The project's name.",
    integration: "The partner that hands it over.",
    "integration.name": "The partner's name, as the operator has configured it.",
    team_id: "A team of the user's that will own the project. A new one is made when absent.",
  },
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
  fields: {
    "header.authorization": "`Basic` and the base-64 of `client_id:client_secret`.",
    issuer: "The issuer, which comes back as `iss` with each code (RFC 9207).",
    authorization_endpoint: "Where to send the owner's browser.",
    token_endpoint: "Where to redeem the code.",
    response_types_supported: "Only `code`.",
    response_modes_supported: "Only `query`.",
    grant_types_supported: "Only `authorization_code`.",
    code_challenge_methods_supported: "Only `S256`.",
    token_endpoint_auth_methods_supported: "Only `client_secret_basic`.",
    authorization_response_iss_parameter_supported: "Whether `iss` comes back with each code.",
    response_type: "Always `code`.",
    client_id: "The client's id, as the operator has configured it.",
    redirect_uri: "One of the addresses that are registered for the client, to the letter.",
    state: "A value that the partner has made, which returns with the code as it is (RFC 6749 section 10.12).",
    code_challenge: "The SHA-256 of the partner's `code_verifier`, in base64url (RFC 7636 section 4.2).",
    code_challenge_method: "Always `S256`.",
    grant_type: "Always `authorization_code`.",
    code: "The code from the address to which the browser was sent.",
    code_verifier: "The text of which `code_challenge` is the hash.",
    access_token: "An admin key of the project, valid for a hundred years unless its owner revokes it.",
    token_type: "Always `api_key`.",
    project_id: "The id of the project that the owner chose, a UUID.",
    interaction_uid: "What the page has in its address.",
    integration: "The partner that asks.",
    "integration.name": "The partner's name, as the operator has configured it.",
    redirect_host: "The host to which the code will be sent.",
    cancel_url: "Where to send the browser if the owner says no.",
    redirect_url: "Where to send the browser: the partner's address with the code.",
    external_project_name: "What the partner calls its own project, for the description of the key.",
    authorization_code: "The code, for the partner to redeem.",
  },
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
  fields: {
    ...projectFields,
    ...projectKeys.fields,
    domain: "A domain that the project trusts, such as `https://www.example.com`, or a pattern of some.",
    oauth_provider_id: "The provider's id, such as `google`.",
    id: "The provider's id, such as `google`.",
    type: "`shared` for the installation's own client at the provider, `standard` for one of the project's.",
    client_id: "The id of the project's client at the provider.",
    client_secret: "Its secret.",
    facebook_config_id: "The configuration of Facebook Login for Business.",
    microsoft_tenant_id: "The tenant of Microsoft Entra ID.",
    enabled: "`false` switches the provider off. Absent in a response where it is on.",
  },
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
      fields: {
        "header.authorization": "`Basic` and the base-64 of `client_id:client_secret`.",
        url: "Where events are sent.",
        description: "A text for people that says what the endpoint is for.",
        secret: "The secret by which the receiver verifies that an event comes from here, shown this once.",
      },
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
