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
  opaque,
  Success,
  shortText,
  text,
  userIdOrMe,
  uuid,
} from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";

const days = 24 * 60 * 60 * 1000;

/** Sets how long a session is valid from its creation on; being used does not make it longer. */
export const sessionLifetimeMillis = 365 * days;
const maxSessionMillis = 367 * days;

/** The errors that every way to sign in may return besides its own; the last when the user is deleted in that moment. */
export const signInErrors = [
  "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  "USER_SUSPENDED",
  "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
] as const;

export type SignInError = (typeof signInErrors)[number];

export const notOwnSessions = plainError(403, "Client can only list sessions for their own user.", {
  remedy: "Send `user_id=me`, or request it from a server.",
});
export const sessionNotFound = plainError(404, "Session not found.", {
  remedy: "List the user's sessions: it may have ended.",
});
export const projectNotFound = plainError(404, "Project not found", { remedy: "Check the project's id." });

/** Holds what a browser sends with a sign-in that keeps what it got at earlier ones. */
export const deviceTokens = z
  .array(text(100))
  .max(8)
  .optional()
  .describe(
    "The `device_token`s that this browser has of its latest sign-ins, at most 8. Leave it out where none is kept.",
  );

/** Newer official clients send what came of their widget against bots. Nothing is decided by it. */
export const botChallenge = {
  bot_challenge_token: opaque.optional().describe("Has no effect: there is no challenge."),
  bot_challenge_phase: z.enum(["visible", "invisible"]).optional().describe("Has no effect: there is no challenge."),
  bot_challenge_unavailable: z.literal("true").optional().describe("Has no effect: there is no challenge."),
};

/** The response of every way to sign in. */
export const SignedIn = z
  .object({
    access_token: z
      .string()
      .describe(
        "A signed token (JWT, RFC 7519) that shows who is signed in, to be sent as `X-Stack-Access-Token`. Valid for 10 minutes unless the server is configured otherwise.",
      ),
    refresh_token: z
      .string()
      .describe("The secret of the session. It makes new access tokens until the session ends, and does not change."),
    user_id: z.string().describe("The id of the user who is signed in."),
    is_new_user: z.boolean().describe("Whether this request has made the user."),
  })
  .meta({ id: "SignedIn" });

/** That of the ways that make a device known: those that others can lock by guessing. */
export const SignedInHere = SignedIn.extend({
  device_token: ours(
    z
      .string()
      .optional()
      .describe(
        "Tells a later sign-in that the user has signed in with this device: wrong passwords of others do not lock the user out there. It signs nobody in. Absent unless `device_tokens` was sent, and where one of those says so.",
      ),
  ),
}).meta({ id: "SignedInHere" });

export const createSession = endpoint("POST /auth/sessions", {
  summary: "Sign a user in from the server, without a second factor",
  access: serverOrHigher,
  body: z.strictObject({
    user_id: userIdOrMe.describe("The user to sign in, or `me` for the user of the access token."),
    expires_in_millis: integer
      .min(1)
      .max(maxSessionMillis)
      .default(sessionLifetimeMillis)
      .describe("How long the session lives, in milliseconds: a year when absent, 367 days at most."),
    is_impersonation: z
      .boolean()
      .default(false)
      .describe(
        "Impersonation sessions are not listed to clients, and change nothing that outlasts them, but how the user is shown; their access tokens say `is_impersonation`.",
      ),
  }),
  response: z.object({
    access_token: z
      .string()
      .describe(
        "A signed token (JWT, RFC 7519) that shows who is signed in, to be sent as `X-Stack-Access-Token`. Valid for 10 minutes unless the server is configured otherwise.",
      ),
    refresh_token: z
      .string()
      .describe("The secret of the session. It makes new access tokens until the session ends, and does not change."),
  }),
  errors: ["USER_ID_DOES_NOT_EXIST", "USER_SUSPENDED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

const IpInfo = z
  .object({
    ip: z.string().describe("The IP address."),
    countryCode: z
      .string()
      .nullable()
      .describe("The country as an ISO 3166-1 code of two letters, or `null` if it is not known."),
    regionCode: z.string().nullable().describe("The region as the second part of an ISO 3166-2 code, or `null`."),
    cityName: z.string().nullable().describe("The name of the city, or `null`."),
    latitude: z.number().nullable().describe("The latitude of the city in degrees, or `null`."),
    longitude: z.number().nullable().describe("The longitude of the city in degrees, or `null`."),
    tzIdentifier: z.string().nullable().describe("The time zone by its name in the IANA database, or `null`."),
  })
  .meta({ id: "IpInfo" });

const UserAgentInfo = z
  .object({
    browser: z.string().nullable().describe("The browser's name and version, or `null` if it does not say."),
    system: z.string().nullable().describe("The operating system, or `null` if it does not say."),
    device: z
      .enum(["desktop", "mobile", "tablet"])
      .nullable()
      .describe("The kind of device, or `null` if it is not known."),
  })
  .meta({ id: "UserAgentInfo" });

export const Session = z
  .object({
    id: z.string().describe("The id of the session, a UUID."),
    user_id: z.string().describe("The id of the user who is signed in by it."),
    created_at: millis.describe("When the user signed in, in milliseconds since the Unix epoch."),
    last_used_at: millis.describe("When an access token was last made from it, in milliseconds since the Unix epoch."),
    is_impersonation: z
      .boolean()
      .describe("Whether a server has made it to act as the user. Clients do not see these."),
    is_current_session: z.boolean().describe("Whether the request's access token was made from it."),
    family_id: ours(
      z
        .string()
        .describe(
          "The same for a session on the hosted pages and those that websites got from it. They end together, and the family is one sign-in to its user.",
        ),
    ),
    last_used_at_end_user_ip_info: IpInfo.optional().describe(
      "Where the browser was that last used it; absent if none did.",
    ),
    last_used_at_end_user_agent_info: ours(
      UserAgentInfo.optional().describe("The browser that last used it, as it names itself; absent if none did."),
    ),
  })
  .meta({ id: "Session" });

export const listSessions = endpoint("GET /auth/sessions", {
  summary: "List a user's live sessions, newest first",
  access: clientOrHigher,
  query: z.strictObject({
    user_id: userIdOrMe.describe("Whose sessions: a user id, or `me` for the signed-in user."),
  }),
  response: listOf(Session),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnSessions],
});

export const deleteSession = endpoint("DELETE /auth/sessions/{session_id}", {
  summary: "End a session other than the current one",
  access: clientOrHigher,
  params: z.strictObject({ session_id: uuid.describe("The id of the session, a UUID.") }),
  query: z.strictObject({
    user_id: userIdOrMe.optional().describe("Whose session it is. Not needed; older clients send it."),
  }),
  response: Success,
  errors: ["CANNOT_DELETE_CURRENT_SESSION", sessionNotFound],
});

export const signOut = endpoint("DELETE /auth/sessions/current", {
  summary: "End the session that the access token was made from",
  access: clientOrHigher,
  takesImpersonation: true,
  checksSession: true,
  response: Success,
  errors: ["USER_AUTHENTICATION_REQUIRED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const refreshSession = endpoint("POST /auth/sessions/current/refresh", {
  summary: "Make a new access token from the refresh token in the header",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "refresh",
  headers: z.object({ "x-stack-refresh-token": headerText.describe("The refresh token of the session.") }),
  response: z.object({
    access_token: z
      .string()
      .describe(
        "A signed token (JWT, RFC 7519) that shows who is signed in, to be sent as `X-Stack-Access-Token`. Valid for 10 minutes unless the server is configured otherwise.",
      ),
  }),
  errors: ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"],
});

export const readPublicKeys = endpoint("GET /projects/{project_id}/.well-known/jwks.json", {
  summary: "The public keys with which a project's access tokens verify",
  description:
    "A JSON Web Key Set (RFC 7517). Tokens of anonymous users verify only with the keys of `include_anonymous`. For up to a minute, a deleted project may still have them.",
  access: "public",
  params: z.strictObject({
    project_id: shortText.describe("The project's id, which is also the audience (`aud`) of its tokens."),
  }),
  query: z.strictObject({
    include_anonymous: z
      .enum(["true", "false"])
      .default("false")
      .describe(
        "`true` adds the keys of anonymous users' tokens, for backends that let those in. `false` when absent.",
      ),
  }),
  response: "response",
  readsAnywhere: true,
  errors: [projectNotFound],
});

export const redirectToPublicKeys = endpoint("GET /projects-anonymous-users/{project_id}/.well-known/{document}", {
  summary: "Redirect from the issuer of anonymous users' tokens to the public keys",
  access: "public",
  params: z.strictObject({
    project_id: shortText.describe("The project's id."),
    document: shortText.describe("The document's name, `jwks.json`."),
  }),
  response: "response",
});
