// Sessions and the tokens made from them: refresh, list, end, and the public keys that tokens verify with.
// A session is its refresh token; an access token is a signed snapshot of the user that is valid for minutes.
import * as z from "zod";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import {
  headerText,
  integer,
  listOf,
  millis,
  Success,
  shortText,
  text,
  userIdOrMe,
  uuid,
} from "../../../protocol/fields";

const days = 24 * 60 * 60 * 1000;

/** How long a session is valid from its creation on; being used does not make it longer. */
export const sessionLifetimeMillis = 365 * days;
const longestSessionMillis = 367 * days;

/** The errors that every way to sign in may return besides its own; the last when the user is deleted in that moment. */
export const signInErrors = [
  "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  "USER_RESTRICTED",
  "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
] as const;

export type SignInError = (typeof signInErrors)[number];

export const notOwnSessions = plainError(403, "Client can only list sessions for their own user.");
export const sessionNotFound = plainError(404, "Session not found.");
export const projectNotFound = plainError(404, "Project not found");

/** What a browser sends with a sign-in that keeps what it got at earlier ones. */
export const deviceTokens = z.array(text(100)).max(8).optional().meta({
  description:
    "The `device_token`s that the browser has of earlier sign-ins, of whichever users; an empty list asks for the first one",
});

/** The response of every way to sign in. */
export const SignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user_id: z.string(),
  is_new_user: z.boolean(),
});

/** That of the ways that make a device known: those that others can lock by guessing. */
export const SignedInHere = SignedIn.extend({
  device_token: z.string().optional().meta({
    description: "To be kept in the browser, beyond sign-outs. Only where `device_tokens` has none of the user's",
  }),
});

export const createSession = endpoint("POST /auth/sessions", {
  summary: "Sign a user in from the server, without a second factor",
  access: serverOrHigher,
  body: z.strictObject({
    user_id: userIdOrMe,
    expires_in_millis: integer.min(1).max(longestSessionMillis).default(sessionLifetimeMillis),
    is_impersonation: z.boolean().default(false).meta({
      description:
        "Impersonation sessions are not listed to clients, and change nothing that outlasts them, but how the user is shown; their access tokens say `is_impersonation`",
    }),
  }),
  response: z.object({ access_token: z.string(), refresh_token: z.string() }),
  errors: ["USER_ID_DOES_NOT_EXIST", "USER_RESTRICTED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

const IpInfo = z.object({
  ip: z.string(),
  countryCode: z.string().nullable(),
  regionCode: z.string().nullable(),
  cityName: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  tzIdentifier: z.string().nullable(),
});

const UserAgentInfo = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable().meta({ description: "The operating system" }),
  device: z.enum(["desktop", "mobile", "tablet"]).nullable(),
});

export const Session = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: millis,
  last_used_at: millis.meta({ description: "When an access token was last made from it" }),
  is_impersonation: z.boolean(),
  is_current_session: z.boolean().meta({ description: "Whether the request's access token was made from it" }),
  family_id: z.string().meta({
    description:
      "The same for a session on the hosted pages and those that websites got from it, which all end together",
  }),
  last_used_at_end_user_ip_info: IpInfo.optional().meta({
    description: "Where the browser was that last used it; absent if none did",
  }),
  last_used_at_end_user_agent_info: UserAgentInfo.optional().meta({
    description: "The browser that last used it, as it names itself; absent if none did",
  }),
});

export const listSessions = endpoint("GET /auth/sessions", {
  summary: "List a user's live sessions, newest first",
  access: clientOrHigher,
  query: z.strictObject({ user_id: userIdOrMe }),
  response: listOf(Session),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnSessions],
});

export const deleteSession = endpoint("DELETE /auth/sessions/{session_id}", {
  summary: "End a session other than the current one",
  access: clientOrHigher,
  params: z.strictObject({ session_id: uuid }),
  query: z.strictObject({ user_id: userIdOrMe.optional() }),
  response: Success,
  errors: ["CANNOT_DELETE_CURRENT_SESSION", sessionNotFound],
});

export const signOut = endpoint("DELETE /auth/sessions/current", {
  summary: "End the session that the access token was made from",
  access: clientOrHigher,
  takesImpersonation: true,
  checksSession: true,
  response: Success,
  errors: ["ACCESS_TOKEN_EXPIRED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const refreshSession = endpoint("POST /auth/sessions/current/refresh", {
  summary: "Make a new access token from the refresh token in the header",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "refresh",
  headers: z.object({ "x-stack-refresh-token": headerText }),
  response: z.object({ access_token: z.string() }),
  errors: ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const readPublicKeys = endpoint("GET /projects/{project_id}/.well-known/jwks.json", {
  summary: "The public keys with which a project's access tokens verify",
  description:
    "A JSON Web Key Set (RFC 7517). Tokens of anonymous users verify only with the keys of `include_anonymous`. For up to a minute, a deleted project may still have them.",
  access: "public",
  params: z.strictObject({ project_id: shortText }),
  query: z.strictObject({ include_anonymous: z.enum(["true", "false"]).default("false") }),
  response: "response",
  readsAnywhere: true,
  errors: [projectNotFound],
});

export const redirectToPublicKeys = endpoint("GET /projects-anonymous-users/{project_id}/.well-known/{document}", {
  summary: "Redirect from the issuer of anonymous users' tokens to the public keys",
  access: "public",
  params: z.strictObject({ project_id: shortText, document: shortText }),
  response: "response",
});
