// A partner gets an admin key of a project by OAuth 2.0. The owner chooses the project on a page of the dashboard. The key says nothing
// about the person, so there is no ID token, no user info and no key set.
import * as z from "zod";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { oauthError, plainError } from "../../../protocol/error-definitions";
import { longText, noQuery, opaque, shortText, text, url, verificationCode } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { basicHeader, Partner } from "../contract";

const minutes = 60 * 1000;

/** Limits how long a person may take to choose a project. */
export const interactionLifetimeMillis = 30 * minutes;

/** Limits how long a partner may take to redeem its code. */
export const codeLifetimeMillis = 5 * minutes;

/** SHA-256 in base64url (RFC 7636 section 4.2). */
const codeChallenge = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "{path} must be a SHA-256 in base64url, of 43 characters");

export const unknownClient = plainError(400, "Unknown client_id, or a redirect_uri that is not registered for it.", {
  remedy: "Send a `redirect_uri` as the operator of this instance has configured it for the client, to the letter.",
});

/** Partners use libraries for OAuth, which read the form of RFC 6749 section 5.2; other programs read the code. */
export const invalidGrant = oauthError("invalid_grant", "The given authorization code is invalid.", {
  known: "INVALID_AUTHORIZATION_CODE",
  remedy:
    "The code is unknown, used or past its five minutes, or the request is not of the client, address and verifier that it was made for. Send the browser to the authorization endpoint again.",
});

/** RFC 8414 section 2. */
const Metadata = z
  .object({
    issuer: z.string().describe("The issuer, which comes back as `iss` with each code (RFC 9207)."),
    authorization_endpoint: z.string().describe("Where to send the owner's browser."),
    token_endpoint: z.string().describe("Where to redeem the code."),
    response_types_supported: z.array(z.string()).describe("Only `code`."),
    response_modes_supported: z.array(z.string()).describe("Only `query`."),
    grant_types_supported: z.array(z.string()).describe("Only `authorization_code`."),
    code_challenge_methods_supported: z.array(z.string()).describe("Only `S256`."),
    token_endpoint_auth_methods_supported: z.array(z.string()).describe("Only `client_secret_basic`."),
    authorization_response_iss_parameter_supported: z.boolean().describe("Whether `iss` comes back with each code."),
  })
  .meta({ id: "OAuthServerMetadata" });

function oauthEndpoints<const Family extends IntegrationFamily>(family: Family) {
  const base = `integrations/${family}/oauth` as const;

  /** Two paths for one document. */
  const metadata = {
    summary: "Where and how a partner gets an admin key of a project",
    description: "The metadata of an authorization server (RFC 8414).",
    access: "public",
    query: noQuery,
    response: Metadata,
  } as const;

  return {
    read: endpoint(`GET /${base}`, metadata),
    discover: endpoint(`GET /${base}/idp/.well-known/openid-configuration`, metadata),

    authorize: endpoint(`GET /${base}/authorize`, {
      summary: "Send a browser to the page on which an owner chooses a project for a partner",
      description:
        "The authorization endpoint of OAuth 2.0 (RFC 6749) with PKCE (RFC 7636), which is required. An unknown client, or an address that is not registered for it to the letter, is an error here and no redirect.",
      access: "public",
      limit: "sign-in",
      query: z.looseObject({
        response_type: z.enum(["code"]).describe("Always `code`."),
        client_id: shortText.describe("The client's id, as the operator has configured it."),
        redirect_uri: url.describe("One of the addresses that are registered for the client, to the letter."),
        state: opaque
          .optional()
          .describe(
            "A value that the partner has made, which returns with the code as it is (RFC 6749 section 10.12).",
          ),
        code_challenge: codeChallenge.describe(
          "The SHA-256 of the partner's `code_verifier`, in base64url (RFC 7636 section 4.2).",
        ),
        code_challenge_method: z.enum(["S256"]).describe("Always `S256`."),
      }),
      response: "response",
      errors: [unknownClient],
    }),

    exchange: endpoint(`POST /${base}/token`, {
      summary: "Exchange an authorization code for an admin key of the project that the owner chose",
      description:
        "The token endpoint of OAuth 2.0 (RFC 6749). A code is redeemed once, within five minutes. One that comes a second time from its client revokes the key that it was redeemed for.",
      access: "public",
      limit: "refresh",
      headers: z.object({ authorization: basicHeader }),
      body: z
        .looseObject({
          grant_type: z.enum(["authorization_code"]).describe("Always `authorization_code`."),
          code: opaque.describe("The code from the address to which the browser was sent."),
          code_verifier: shortText.describe("The text of which `code_challenge` is the hash."),
          redirect_uri: text(1_000_000).describe(
            "One of the addresses that are registered for the client, to the letter.",
          ),
        })
        .meta({ id: "PartnerTokenRequest" }),
      response: z
        .object({
          access_token: z
            .string()
            .describe("An admin key of the project, valid for a hundred years unless its owner revokes it."),
          token_type: z.literal("api_key").describe("Always `api_key`."),
          project_id: z.string().describe("The id of the project that the owner chose, a UUID."),
        })
        .meta({ id: "PartnerToken" }),
      errors: [invalidGrant],
    }),

    checkInteraction: endpoint(`POST /${base}/interaction/check`, {
      summary: "Say who asks for an admin key, for the page on which an owner decides",
      description: "Requested on the internal project.",
      access: clientOrHigher,
      takesImpersonation: true,
      limit: "sign-in",
      body: z
        .strictObject({
          interaction_uid: verificationCode.describe("What the page has in its address."),
        })
        .meta({ id: "InteractionReference" }),
      response: z
        .object({
          integration: Partner.describe("The partner that asks."),
          redirect_host: z.string().describe("The host to which the code will be sent."),
          cancel_url: z.string().describe("Where to send the browser if the owner says no."),
        })
        .meta({ id: "Interaction" }),
      errors: ["EXPECTED_INTERNAL_PROJECT", ...verificationCodeErrors],
    }),

    approve: endpoint(`POST /${base}/interaction/approve`, {
      summary: "Let a partner have an admin key of a project",
      description: "Requested on the internal project, by an owner of the project.",
      access: clientOrHigher,
      requiresUser: true,
      // Of no way to sign in of theirs, but the key acts as they can, for a hundred years.
      changesCredentials: { of: "own user" },
      limit: "sign-in",
      body: z
        .strictObject({
          interaction_uid: verificationCode.describe("What the page has in its address."),
          project_id: shortText.describe("The id of the project that the owner chose, a UUID."),
        })
        .meta({ id: "InteractionApproval" }),
      response: z.object({
        redirect_url: z.string().describe("Where to send the browser: the partner's address with the code."),
      }),
      errors: ["EXPECTED_INTERNAL_PROJECT", "PROJECT_NOT_FOUND", ...verificationCodeErrors],
    }),

    confirm: endpoint(`POST /integrations/${family}/internal/confirm`, {
      summary: "Let a partner have an admin key of a project, from a server of the operator's",
      description: "Requested on the internal project. The key is made when the code is redeemed.",
      access: serverOrHigher,
      body: z
        .strictObject({
          interaction_uid: verificationCode.describe("What the page has in its address."),
          project_id: shortText.describe("The id of the project that the owner chose, a UUID."),
          external_project_name: longText
            .optional()
            .describe("What the partner calls its own project, for the description of the key."),
        })
        .meta({ id: "InteractionConfirmation" }),
      response: z.object({
        authorization_code: z.string().describe("The code, for the partner to redeem."),
        redirect_url: ours(z.string().describe("Where to send the browser: the partner's address with the code.")),
      }),
      errors: ["EXPECTED_INTERNAL_PROJECT", "PROJECT_NOT_FOUND", ...verificationCodeErrors],
    }),
  };
}

export const custom = oauthEndpoints("custom");
export const neon = oauthEndpoints("neon");
