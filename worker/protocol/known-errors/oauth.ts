import { detailed, fixed, type Remedies } from "./definition";

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

/** For readers of the reference: what happened, and what to do about it. */
export const oauthRemedies: Remedies<typeof oauthErrors> = {
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: [
    "The user has not connected an account at this provider.",
    "Start the connection from the user's settings.",
  ],
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: [
    "The provider's account belongs to another user of the project.",
    "Disconnect it there first, or choose another account at the provider.",
  ],
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: [
    "The user has not granted every requested scope.",
    "Connect again with the missing scopes.",
  ],
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: [
    "Shared keys only cover signing in.",
    "Enter the project's own OAuth client on the dashboard.",
  ],
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: [
    "Shared keys only cover signing in.",
    "Enter the project's own OAuth client on the dashboard.",
  ],
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: [
    "The OAuth request does not identify the project.",
    "Send the project id as `client_id` and a publishable key as `client_secret`.",
  ],
  INVALID_SCOPE: ["The OAuth request names a scope that does not exist.", "Request `legacy`."],
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: [
    "The user has another account of this provider connected.",
    "Choose that account at the provider.",
    "A user can connect several accounts of one provider.",
  ],
  OUTER_OAUTH_TIMEOUT: ["The sign-in at the provider took too long.", "Start the sign-in again."],
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: [
    "The project does not offer this provider.",
    "Switch the provider on in the project's sign-in methods.",
  ],
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: [
    "Another user signs in with this account of the provider.",
    "Take sign-in away there first.",
  ],
  INVALID_SHARED_OAUTH_PROVIDER_ID: [
    "The project uses shared keys for a provider of which this instance has none.",
    "Give the provider keys of the project's own.",
  ],
  INVALID_STANDARD_OAUTH_PROVIDER_ID: [
    "There is no such provider.",
    "Check the provider's id.",
    "An unknown provider is `SCHEMA_ERROR` where it is configured, and `OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED` where it is used.",
  ],
  INVALID_AUTHORIZATION_CODE: ["The authorisation code is unknown, used or past its time.", "Start the sign-in again."],
  OAUTH_PROVIDER_ACCESS_DENIED: ["The user, or the provider, refused.", "Let the user try again and agree."],
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: [
    "Another account signs in with this address.",
    "Sign in with that account, or verify the address there if the flag is set.",
  ],
};
