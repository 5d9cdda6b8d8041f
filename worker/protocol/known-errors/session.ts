import { detailed, expiry, fixed, type Remedies } from "./definition";

/** Access tokens, refresh tokens and who is signed in. */
export const sessionErrors = {
  UNPARSABLE_ACCESS_TOKEN: fixed(401, "Access token is not parsable."),
  ACCESS_TOKEN_EXPIRED: detailed({
    status: 401,
    details: { expired_at_millis: "number or null" },
    message: ({ expired_at_millis }) =>
      `Access token has expired. Please refresh it and try again.${expiry(expired_at_millis)}`,
  }),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: detailed({
    status: 401,
    details: { expected_project_id: "string", actual_project_id: "string" },
    message: ({ expected_project_id, actual_project_id }) =>
      `Access token not valid for this project. Expected project ID "${expected_project_id}", but the token is for project ID "${actual_project_id}".`,
  }),
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: fixed(
    401,
    "Refresh token not found for this project, or the session has expired/been revoked.",
  ),
  /** Only where a project has a window of re-authentication. */
  REAUTHENTICATION_REQUIRED: detailed({
    status: 403,
    details: { max_age_millis: "number", methods: "array of strings", requires_totp: "boolean" },
    message: () => "Confirm who you are before you change how you sign in.",
  }),
  CANNOT_DELETE_CURRENT_SESSION: fixed(400, "Cannot delete the current session."),
  PROVIDER_REJECTED: fixed(
    401,
    "The provider refused to refresh their token. This usually means that the provider used to authenticate the user no longer regards this session as valid, and the user must re-authenticate.",
  ),
  USER_AUTHENTICATION_REQUIRED: fixed(401, "User authentication required for this endpoint."),
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: fixed(
    401,
    "X-Stack-Access-Token is for an anonymous user, but anonymous users are not enabled. Set the X-Stack-Allow-Anonymous-User header of this request to 'true' to allow anonymous users.",
  ),
};

/** For readers of the reference: what happened, and what to do about it. */
export const sessionRemedies: Remedies<typeof sessionErrors> = {
  UNPARSABLE_ACCESS_TOKEN: [
    "The access token is not one of ours, or was altered.",
    "Sign in again; make sure that the token is sent whole.",
  ],
  ACCESS_TOKEN_EXPIRED: ["The access token is past its time.", "Get a new one with the refresh token and try again."],
  INVALID_PROJECT_FOR_ACCESS_TOKEN: [
    "The access token was issued by another project.",
    "Sign in at the project that the request names.",
  ],
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: ["The session was ended or has run out.", "Sign in again."],
  REAUTHENTICATION_REQUIRED: [
    "The project lets users change how they sign in only shortly after they have shown who they are.",
    "Ask for one of `methods` (with a value of the authenticator app where `requires_totp` is true), send it to `POST /auth/sessions/current/reauthenticate`, and repeat the request.",
  ],
  CANNOT_DELETE_CURRENT_SESSION: [
    "The list of sessions cannot end the session that sends the request.",
    "Sign out instead.",
  ],
  PROVIDER_REJECTED: [
    "The provider has ended the user's session with it.",
    "Let the user sign in there again.",
    "A session does not depend on the provider's. A connected account whose provider refuses has `OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE`: at `PROVIDER_REJECTED`, clients drop the session.",
  ],
  USER_AUTHENTICATION_REQUIRED: [
    "The endpoint acts for a signed-in user, and there is none.",
    "Send the user's access token in `x-stack-access-token`.",
  ],
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: [
    "The token is of an anonymous user, and the request does not accept those.",
    "Add the header `x-stack-allow-anonymous-user: true`, or sign the user in.",
  ],
};
