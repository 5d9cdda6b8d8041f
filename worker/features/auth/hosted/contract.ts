// Hosted pages: the pages of this installation's site on which a project's users sign in. They return to the project's website
// with an authorization code, which the website redeems at the token endpoint as one of a provider's.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { headerText, shortText, text, url } from "../../../protocol/fields";
import { Appearance } from "../../projects/contract";
import { projectNotFound } from "../sessions/contract";

export const readHostedPages = endpoint("GET /hosted-pages/{project_id}", {
  summary: "What the hosted pages of a project need before anyone signs in",
  access: "public",
  params: z.strictObject({ project_id: shortText }),
  response: z.object({
    project_id: z.string(),
    display_name: z.string(),
    publishable_client_key: z.string(),
    issuer: z.string(),
    appearance: Appearance,
    frame_ancestors: z.array(z.string()),
  }),
  readsAnywhere: true,
  errors: [projectNotFound],
});

export const noHostedPages = plainError(400, "Hosted pages are not enabled for this project");
export const anonymousRefused = plainError(403, "An anonymous user cannot be signed in to a website.");
export const impersonationRefused = plainError(403, "An impersonation session cannot sign its user in to a website.");

/** SHA-256 in base64url (RFC 7636 section 4.2). */
const codeChallenge = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "{path} must be a SHA-256 in base64url, of 43 characters");

export const authorizeWebsite = endpoint("POST /auth/hosted/authorize", {
  summary: "Sign the user of the hosted pages in to a website of the project",
  description:
    "Responds with the address to send the browser to: the website's own, with an authorization code, its `state`, and the issuer as `iss` (RFC 9207). The website redeems the code at `POST /auth/oauth/token` within five minutes. Its session is part of the one that the request is made in: neither outlives the other.",
  access: clientOrHigher,
  takesImpersonation: true,
  checksSession: true,
  requiresUser: true,
  limit: "refresh",
  headers: z.object({ "x-stack-refresh-token": headerText }),
  body: z.strictObject({
    redirect_uri: url,
    state: shortText.min(1),
    code_challenge: codeChallenge,
    code_challenge_method: z.enum(["S256"]),
  }),
  response: z.object({ redirect_url: z.string() }),
  errors: [
    "REDIRECT_URL_NOT_WHITELISTED",
    "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    noHostedPages,
    anonymousRefused,
    impersonationRefused,
  ],
});
