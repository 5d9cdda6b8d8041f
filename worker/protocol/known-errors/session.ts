import { detailed, fixed } from "./definition";
import { expiry } from "./expiry";

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
