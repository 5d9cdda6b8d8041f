import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

const fullKey =
  "sk_5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y29a8b7c6d5e4f4a3b8c1d0e9f8a7b6c5duser1574ck4u7h1f2e3d4c";

export const apiKeys: Group = {
  section: "API keys",
  name: "API keys",
  description:
    "Keys that users and teams give to programs of theirs, so that the project's backend can look up their owner. Owners manage them at client tier where the project has switched them on; backends check them. They are not the project's own keys.",
  samples: {
    "response.id": ids.apiKey,
    "items.id": ids.apiKey,
    api_key_id: ids.apiKey,
    description: "Nightly reports",
    value: { last_four: "3d4c" },
    api_key: fullKey,
    replaced_by_id: absent,
    replaces: absent,
    created_by_user_id: absent,
    creator_has_left: absent,
    "body.user_id": "me",
    "query.user_id": "me",
    "body.revoked": true,
  },
  endpoints: {
    "GET /user-api-keys": {
      description: "Keys that are revoked or expired are listed too. A client names its own user.",
    },
    "POST /user-api-keys": {
      description:
        "A client creates keys of its own user. With `replaces`, one of them is rolled: it works until the given time, and is revoked in the same write where that is not ahead.",
      samples: { "response.value": fullKey },
    },
    "GET /user-api-keys/{api_key_id}": { description: "Clients read those of their own user." },
    "PATCH /user-api-keys/{api_key_id}": {
      description: "Clients change those of their own user. Revoking cannot be undone.",
    },
    "POST /user-api-keys/check": {
      description: "For a backend that got the key with a request. Keys of teams, revoked and expired keys are errors.",
    },
    "GET /team-api-keys": { description: "Keys that are revoked or expired are listed too." },
    "POST /team-api-keys": {
      description:
        "Its members share it. One that a client creates is revoked once its user is no member any more, one that a server creates is not. With `replaces`, one of them is rolled.",
      samples: { "response.value": fullKey.replace("user1", "team1") },
    },
    "GET /team-api-keys/{api_key_id}": { description: "Of the key it has the last four characters." },
    "PATCH /team-api-keys/{api_key_id}": { description: "Revoking cannot be undone." },
    "POST /team-api-keys/check": {
      description: "For a backend that got the key with a request. Keys of users, revoked and expired keys are errors.",
      samples: { api_key: fullKey.replace("user1", "team1") },
    },
    "POST /integrations/credential-scanning/revoke": {
      description:
        "For scanners of public code, and for anyone who finds a key: its text is proof enough. Needs no project and no key of one. Public keys stay.",
    },
  },
};

const page = (status: number, description: string) => ({
  status,
  description,
  contentType: "text/html",
  example: "<!doctype html>…",
});

export const linksInEmails: Group = {
  section: "Other",
  name: "Links in emails",
  description: "What links in emails lead to. Browsers open them; apps do not call them.",
  samples: { "query.code": "5k8m2n4p6r8t0v2x4z6b8d0f2h4j6k8m0n2q4s6v8w0y2", accept: "text/html" },
  endpoints: {
    "GET /auth/security-notices/end-sessions": {
      responses: [
        page(200, "A page that asks, or says that the code was used."),
        page(404, "A page that says that there is no such code."),
      ],
    },
    "POST /auth/security-notices/end-sessions": {
      responses: [
        page(200, "A page that says that it is done."),
        page(404, "A page that says that there is no such code."),
      ],
    },
    "GET /emails/unsubscribe-link": {
      responses: [
        page(200, "A page that asks, or says that the code was used."),
        page(404, "A page that says that there is no such code."),
      ],
    },
    "POST /emails/unsubscribe-link": {
      responses: [
        page(200, "A page that says that it is done."),
        page(404, "A page that says that there is no such code."),
      ],
    },
  },
};

export const discovery: Group = {
  section: "Other",
  name: "About the API",
  description: "The API itself: whether it is there, whether a client is too old for it, and this reference.",
  samples: {
    clientVersion: "2.8.41",
  },
  endpoints: {
    "GET /": {
      description:
        "Needs no project. With the headers of one it shows how the request is authenticated, to check keys by.",
      samples: {
        response: "Welcome to the Gatehouse API! The reference is at /api/v1/docs.\n\nAuthentication: None",
      },
    },
    "POST /check-version": { description: "Clients print the advice when an app starts in development." },
    "GET /openapi.json": {
      description: "For code generators, and for this page. May be cached for minutes.",
      responses: [
        {
          status: 200,
          description: "An OpenAPI document.",
          contentType: "application/json",
          example: { openapi: "3.1.0", info: { title: "Gatehouse API", version: "1" } },
        },
      ],
    },
    "GET /docs": {
      description: "The page that you are reading.",
      responses: [page(200, "A page.")],
    },
  },
};

export const deprecated: Group = {
  section: "Other",
  name: "Deprecated",
  description: "What older clients still use. It works on, and something else does the same.",
  samples: { email: "ada@example.com" },
  endpoints: {
    "POST /auth/oauth/connected-accounts/{provider_id}/access-token": {
      deprecated: true,
    },
    "POST /contact-channels/send-verification-code": {
      deprecated: true,
    },
    "POST /check-feature-support": {
      deprecated: true,
      description: "Deprecated: older clients call it for what this server does not have. Nothing is recorded.",
      samples: {
        body: { feature_name: "Payments" },
        response: "Payments is not yet supported. Please reach out to Gatehouse support for more information.",
      },
    },
  },
};
