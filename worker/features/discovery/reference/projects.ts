import { absent } from "../../../protocol/openapi-schemas";
import type { Group, Samples } from "./entry";
import { cursor, ids } from "./samples";

const publicKeys = {
  keys: [
    {
      kty: "EC",
      crv: "P-256",
      x: "WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis",
      y: "y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE",
      alg: "ES256",
      use: "sig",
      kid: "b3d1a956f2c4",
    },
  ],
};

export const project: Group = {
  section: "The project",
  name: "Project",
  description:
    "What a website reads of its own project before anybody signs in, and the keys with which a backend verifies access tokens by itself.",
  samples: {
    "response.id": ids.project,
    display_name: "Analytical Engines",
    "config.client_user_deletion_enabled": false,
  },
  endpoints: {
    "GET /projects/current": {
      description:
        "Everything that a sign-in page needs: by which methods users sign in, and whether they may sign up. It holds no secrets.",
    },
    "GET /projects/{project_id}/.well-known/jwks.json": {
      samples: { include_anonymous: "false" },
      description: "May be cached for an hour. Most libraries for JSON Web Tokens take this address and do the rest.",
      responses: [
        {
          status: 200,
          description: "A JSON Web Key Set.",
          contentType: "application/json",
          example: publicKeys,
        },
      ],
    },
    "GET /projects-anonymous-users/{project_id}/.well-known/{document}": {
      description:
        "Tokens of anonymous users have an issuer of their own, so that a verifier refuses them unless it is configured for them. This is where its keys are looked for.",
      samples: { document: "jwks.json" },
      responses: [
        {
          status: 307,
          description: "`Location` is the address of the project's public keys with `include_anonymous=true`.",
          contentType: "text/plain",
          example: "Redirecting...",
        },
      ],
    },
  },
};

export const hostedPages: Group = {
  section: "Signing in",
  name: "Hosted pages",
  description:
    "The pages of this instance on which a project's users sign in under its name and colours, and the way back to the project's website: it sends the browser to `/handler/sign-in?project_id=…`, gets an authorization code back, and redeems it at `POST /auth/oauth/token`.",
  samples: {
    "response.project_id": ids.project,
    display_name: "Analytical Engines",
    publishable_client_key: "pck_q1rXn3u8YcV2b0kL7mZ5tW4sE6dG9hJ1pQxRzT2yU3I",
    issuer: `https://api.example.com/api/v1/projects/${ids.project}`,
    frame_ancestors: ["https://www.example.com"],
  },
  endpoints: {
    "GET /hosted-pages/{project_id}": {
      description:
        "May be cached for a minute. A project whose configuration has `hostedPages.enabled` off has none, and is not found.",
    },
    "POST /auth/oauth/cross-domain/authorize": {
      description: "Newer official clients send it where the pages of one website sign users of another in.",
      samples: {
        redirect_uri: "https://app.example.com/handler/oauth-callback",
        state: "u7Qm2cXa",
        code_challenge: "q1rXn3u8YcV2b0kL7mZ5tW4sE6dG9hJ1pQxRzT2yU3I",
        after_callback_redirect_url: "https://app.example.com/welcome",
        redirect_url:
          "https://app.example.com/handler/oauth-callback?code=5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2&state=u7Qm2cXa",
      },
    },
    "POST /auth/hosted/authorize": {
      description: "An access token alone is not enough: the session's refresh token has to come with it.",
      samples: {
        redirect_uri: "https://www.example.com/welcome",
        state: "u7Qm2cXa",
        code_challenge: "q1rXn3u8YcV2b0kL7mZ5tW4sE6dG9hJ1pQxRzT2yU3I",
        redirect_url: `https://www.example.com/welcome?code=5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2&state=u7Qm2cXa&iss=https%3A%2F%2Fapi.example.com%2Fapi%2Fv1%2Fprojects%2F${ids.project}`,
      },
    },
  },
};

export const projectSamples = {
  "response.id": ids.project,
  "items.id": ids.project,
  display_name: "Analytical Engines",
  description: "Programs for the difference engine",
  "body.logo_url": null,
  "body.full_logo_url": null,
};

export const ownedProjects: Group = {
  section: "Administration",
  name: "Projects of an owner",
  description:
    "Owners sign in to the project `internal`, whose users they are. These requests are theirs: project id `internal`, client tier, and the owner's access token.",
  samples: {
    ...projectSamples,
    "body.config": { credential_enabled: true, sign_up_enabled: true },
    "body.is_production_mode": false,
  },
  endpoints: {
    "GET /internal/projects": {
      description: "The projects of all teams that the owner is a member of, the oldest first.",
      samples: { "query.cursor": cursor, "query.limit": 100 },
    },
    "POST /internal/projects": {
      description:
        "A new project lets users sign in by password, trusts pages on `localhost`, and defines the team permissions `team_member` and `team_admin`, which new members and creators of teams get. `config` changes that.",
    },
    "POST /internal/projects/transfer": {
      samples: { "body.project_id": ids.project, new_team_id: ids.ownerTeam },
    },
    "PATCH /internal/owner-teams/{team_id}/members/{user_id}": {
      description:
        "An admin holds the team permission `team_admin`; a member holds what the project `internal` gives to new members. The change is in the audit log of each project of the team.",
      samples: { role: "admin" },
    },
  },
};

export const projectSettings: Group = {
  section: "Administration",
  name: "Project settings",
  description:
    "The project that the request names in `X-Stack-Project-Id`, as its owners configure it. The dashboard uses the same requests.",
  samples: {
    ...projectSamples,
    message: "Domain http://app.example.com is not using HTTPS",
    relative_fix_url: `/projects/${ids.project}/domains`,
    config_override_string: '{"auth.sessions.idleMinutes":1440}',
    config_string: '{"auth":{"allowSignUp":true}}',
  },
  endpoints: {
    "GET /internal/projects/current": {
      description: "Secrets in it, such as those of OAuth clients, are shown in full.",
    },
    "PATCH /internal/projects/current": {
      samples: {
        body: {
          display_name: "Analytical Engines",
          is_production_mode: true,
          config: {
            magic_link_enabled: true,
            domains: [{ domain: "https://app.example.com", handler_path: "/handler" }],
          },
        },
      },
    },
    "DELETE /internal/projects/current": {
      description: "Its users, teams, keys and everything else are deleted at once and cannot be restored.",
    },
    "GET /internal/projects/current/production-mode-errors": {
      description:
        "A check list, also of a project in production: as on the reference, `is_production_mode` can be `true` with errors left, and settings of development stay changeable. It refuses one thing, trusted domains that cover those of others.",
    },
    "GET /internal/config": {
      description:
        "All settings, also those that have no field in the project: lifetimes of sessions and codes, email templates, rules on passwords.",
    },
    "PATCH /internal/config/override": {
      description: "A patch that does not fit the document's rules is refused as a whole, with the place in the text.",
    },
    "GET /internal/config/override/{level}": {
      description: "The rendered document has what the levels amount to, each before those that come earlier.",
    },
    "PUT /internal/config/override/{level}": {},
    "PATCH /internal/config/override/{level}": {},
    "POST /internal/config/override/{level}/reset-keys": { samples: { "body.keys": ["auth.sessions.idleMinutes"] } },
    "GET /internal/config/source": {
      description:
        "A tool that pushes a configuration says with it where it is from, and what is shown is what it said.",
    },
    "DELETE /internal/config/source": {},
  },
};

export const maskedKeys: Samples = {
  publishable_client_key: { last_four: "w0y2", key: "pck_4t6x2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2" },
  secret_server_key: { last_four: "w0y2" },
  super_secret_admin_key: absent,
};

export const projectKeys: Group = {
  section: "Administration",
  name: "Project keys",
  description:
    "The keys with which a website, a backend and an owner's scripts send requests. A set holds up to one key of each tier.",
  samples: {
    "response.id": ids.keySet,
    "items.id": ids.keySet,
    api_key_id: ids.keySet,
    description: "The website and its backend",
    "body.revoked": true,
    replaces: absent,
    replaced_by_id: absent,
    created_by_owner_id: absent,
    created_by_key_id: absent,
  },
  endpoints: {
    "GET /internal/api-keys": {
      description:
        "Keys that are revoked or expired are listed too. Publishable keys are public, and are shown whenever they are read.",
      samples: maskedKeys,
    },
    "POST /internal/api-keys": { samples: { "body.has_super_secret_admin_key": false } },
    "GET /internal/api-keys/{api_key_id}": {
      description: "Of each secret key it has the last four characters.",
      samples: maskedKeys,
    },
    "PATCH /internal/api-keys/{api_key_id}": {
      description: "Requests with a revoked key are refused from then on. Revoking cannot be undone.",
      samples: maskedKeys,
    },
  },
};
