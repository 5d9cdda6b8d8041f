import { detailed, fixed } from "./definition";

/** Signing in with a provider, connected accounts and contact channels. */
export const oauthErrors = {
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: fixed(400, "The OAuth connection is not connected to any user."),
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: fixed(
    409,
    "The OAuth connection is already connected to another user.",
  ),
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: fixed(400, "The OAuth connection does not have the required scope."),
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: fixed(
    400,
    "Extra scopes are not available with shared OAuth keys. Please add your own OAuth keys on the dashboard to use extra scopes.",
  ),
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: fixed(
    400,
    "Access tokens are not available with shared OAuth keys. Please add your own OAuth keys on the dashboard to use access tokens.",
  ),
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: detailed({
    status: 400,
    details: { client_id: "string or null" },
    message: () =>
      "The OAuth client ID or secret is invalid. The client ID must be equal to the project ID (potentially with a hash and a branch ID), and the client secret must be a publishable client key.",
  }),
  /** `scope` is not in the wire's list of details, but the official client cannot rebuild the error without it. */
  INVALID_SCOPE: detailed({
    status: 400,
    details: { scope: "string" },
    message: ({ scope }) => `The scope "${scope}" is not a valid OAuth scope.`,
  }),
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: fixed(
    409,
    "The user is already connected to another OAuth account. Did you maybe selected the wrong account?",
  ),
  OUTER_OAUTH_TIMEOUT: fixed(408, "The OAuth flow has timed out. Please sign in again."),
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: fixed(400, "The OAuth provider is not found or not enabled."),
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: fixed(
    400,
    "A provider with the same account ID is already used for signing in.",
  ),
  INVALID_SHARED_OAUTH_PROVIDER_ID: detailed({
    status: 400,
    details: { provider_id: "string" },
    message: ({ provider_id }) => `The shared OAuth provider with ID ${provider_id} is not valid.`,
  }),
  INVALID_STANDARD_OAUTH_PROVIDER_ID: detailed({
    status: 400,
    details: { provider_id: "string" },
    message: ({ provider_id }) => `The standard OAuth provider with ID ${provider_id} is not valid.`,
  }),
  INVALID_AUTHORIZATION_CODE: fixed(400, "The given authorization code is invalid."),
  OAUTH_PROVIDER_ACCESS_DENIED: fixed(400, "The OAuth provider denied access to the user."),
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: detailed({
    status: 409,
    details: {
      type: "string",
      contact_channel_value: "string or null",
      would_work_if_email_was_verified: "boolean",
    },
    message: ({ type, contact_channel_value, would_work_if_email_was_verified }) => {
      const channel = contact_channel_value === null ? "" : `"(${contact_channel_value})"`;
      const sentence = `This ${type} ${channel} is already used for authentication by another account`;
      return would_work_if_email_was_verified
        ? `${sentence} but the email is not verified. Please login to your existing account with the method you used to sign up, and then verify your email to sign in with this login method.`
        : `${sentence}.`;
    },
  }),
};
