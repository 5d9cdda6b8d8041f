// Hosted pages: the pages of this instance's site on which a project's users sign in. They return to the project's website
// with an authorization code, which the website redeems at the token endpoint as one of a provider's.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { headerText, opaque, shortText, text, url } from "../../../protocol/fields";
import { Appearance } from "../../projects/client-project/contract";
import { projectNotFound } from "../sessions/contract";

export const readHostedPages = endpoint("GET /hosted-pages/{project_id}", {
  summary: "What the hosted pages of a project need before anyone signs in",
  access: "public",
  params: z.strictObject({ project_id: shortText.describe("The project's id, a UUID.") }),
  response: z
    .object({
      project_id: z.string().describe("The project's id, a UUID."),
      display_name: z.string().describe("The project's name, which its pages show."),
      publishable_client_key: z
        .string()
        .describe(
          "The key with which the hosted pages send their requests at client tier. It belongs to this project, and is on no list of keys.",
        ),
      issuer: z
        .string()
        .describe(
          "The issuer (`iss`) of the project's access tokens, which the way back to the website names as well.",
        ),
      appearance: Appearance.describe("How the pages look, and what they link to."),
      frame_ancestors: z
        .array(z.string())
        .describe("The websites in which the sign-in pages may be framed, as sources of a `Content-Security-Policy`."),
    })
    .meta({ id: "HostedPages" }),
  readsAnywhere: true,
  errors: [projectNotFound],
});

export const noHostedPages = plainError(400, "Hosted pages are not enabled for this project", {
  remedy: "Switch `hostedPages.enabled` on in the project's configuration.",
});
export const anonymousRefused = plainError(403, "An anonymous user cannot be signed in to a website.", {
  remedy: "Let the user sign up first.",
});
export const impersonationRefused = plainError(403, "An impersonation session cannot sign its user in to a website.", {
  remedy: "Sign in to the website as yourself.",
});

/** SHA-256 in base64url (RFC 7636 section 4.2). */
const codeChallenge = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "{path} must be a SHA-256 in base64url, of 43 characters");

/** Says which website gets the code, and for which request of its own. */
const websiteRequest = {
  redirect_uri: url.describe(
    "Where the browser goes with the code: a page on a trusted domain of the project's. Sent again, exactly, to redeem the code.",
  ),
  state: shortText
    .min(1)
    .describe("A value that the website has made, which returns with the code as it is (RFC 6749 section 10.12)."),
  code_challenge: codeChallenge.describe(
    "The SHA-256 of the website's `code_verifier`, in base64url (RFC 7636 section 4.2).",
  ),
  code_challenge_method: z.enum(["S256"]).describe("Always `S256`."),
};

export const authorizeWebsite = endpoint("POST /auth/hosted/authorize", {
  summary: "Sign the user of the hosted pages in to a website of the project",
  description:
    "Responds with the address to send the browser to: the website's own, with an authorization code, its `state`, and the issuer as `iss` (RFC 9207). The website redeems the code at `POST /auth/oauth/token` within five minutes. Its session is part of the one that the request is made in: neither outlives the other.",
  access: clientOrHigher,
  takesImpersonation: true,
  checksSession: true,
  requiresUser: true,
  limit: "refresh",
  headers: z.object({ "x-stack-refresh-token": headerText.describe("The refresh token of the session.") }),
  body: z.strictObject(websiteRequest),
  response: z.object({
    redirect_url: z
      .string()
      .describe("Where to send the browser: `redirect_uri` with `code`, `state` and `iss` in its query."),
  }),
  errors: [
    "REDIRECT_URL_NOT_WHITELISTED",
    "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    noHostedPages,
    anonymousRefused,
    impersonationRefused,
  ],
});

export const authorizeOtherWebsite = endpoint("POST /auth/oauth/cross-domain/authorize", {
  summary: "Sign the user of a website in to another website of the project",
  description:
    "Responds with the address to send the browser to: the other website's callback, with an authorization code and its `state`. That website redeems the code at `POST /auth/oauth/token` within five minutes, once. Its session is part of the one that the request is made in: neither outlives the other.",
  access: clientOrHigher,
  takesImpersonation: true,
  checksSession: true,
  requiresUser: true,
  limit: "refresh",
  headers: z.object({ "x-stack-refresh-token": headerText.describe("The refresh token of the session.") }),
  body: z.strictObject({
    ...websiteRequest,
    after_callback_redirect_url: opaque
      .optional()
      .describe(
        "Where the other website sends the user afterwards: returned with the tokens. A path, or a URL that the project trusts.",
      ),
  }),
  response: z.object({
    redirect_url: z
      .string()
      .describe("Where to send the browser: `redirect_uri` with `code` and `state` in its query."),
  }),
  errors: [
    "REDIRECT_URL_NOT_WHITELISTED",
    "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    anonymousRefused,
    impersonationRefused,
  ],
});

/** The kit asks this before a browser leaves for a provider, which would refuse nothing: the address is refused on the way back. */
export const checkCallbackUrl = endpoint("GET /auth/callback-urls/check", {
  summary: "Whether the project trusts an address to come back to",
  access: clientOrHigher,
  query: z.strictObject({ url: url.describe("The address to come back to.") }),
  response: z.object({
    is_trusted: z.boolean().describe("Whether it is on a trusted domain, or a hosted page of the project."),
  }),
});
