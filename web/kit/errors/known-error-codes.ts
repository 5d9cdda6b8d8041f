import type { KnownErrorCode } from "../../../worker/protocol/known-errors";
import { type ErrorFamily, parents } from "../../../worker/protocol/known-errors/families";

/** A code of the catalogue, or a family that several codes belong to. */
export type KnownErrorKind = KnownErrorCode | ErrorFamily;

/**
 * The kinds that belong to no family. With the others, which `parents` names, these are all there are: without
 * them an unknown code would pass. The sentences stay on the server, because every response has its own.
 */
const withoutFamily = {
  UNSUPPORTED_ERROR: true,
  BODY_PARSING_ERROR: true,
  SCHEMA_ERROR: true,
  ALL_OVERLOADS_FAILED: true,

  PROJECT_AUTHENTICATION_ERROR: true,

  SESSION_AUTHENTICATION_ERROR: true,
  REFRESH_TOKEN_ERROR: true,
  REAUTHENTICATION_REQUIRED: true,
  USER_AUTHENTICATION_REQUIRED: true,
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: true,

  USER_EMAIL_ALREADY_EXISTS: true,
  EMAIL_NOT_VERIFIED: true,
  CANNOT_GET_OWN_USER_WITHOUT_USER: true,
  USER_ID_DOES_NOT_EXIST: true,
  USER_NOT_FOUND: true,
  EMAIL_PASSWORD_MISMATCH: true,
  USER_DOES_NOT_HAVE_PASSWORD: true,
  PASSWORD_REQUIREMENTS_NOT_MET: true,
  PASSWORD_CONFIRMATION_MISMATCH: true,

  PROJECT_NOT_FOUND: true,
  CURRENT_PROJECT_NOT_FOUND: true,
  BRANCH_DOES_NOT_EXIST: true,
  SIGN_UP_NOT_ENABLED: true,
  PASSWORD_AUTHENTICATION_NOT_ENABLED: true,
  PASSKEY_AUTHENTICATION_NOT_ENABLED: true,
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: true,
  REDIRECT_URL_NOT_WHITELISTED: true,

  VERIFICATION_ERROR: true,
  EMAIL_ALREADY_VERIFIED: true,
  EMAIL_NOT_ASSOCIATED_WITH_USER: true,
  EMAIL_IS_NOT_PRIMARY_EMAIL: true,

  PERMISSION_NOT_FOUND: true,
  WRONG_PERMISSION_SCOPE: true,
  CONTAINED_PERMISSION_NOT_FOUND: true,
  PERMISSION_ID_ALREADY_EXISTS: true,
  TEAM_NOT_FOUND: true,
  TEAM_ALREADY_EXISTS: true,
  TEAM_MEMBERSHIP_NOT_FOUND: true,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: true,
  PROJECT_PERMISSION_REQUIRED: true,
  TEAM_PERMISSION_REQUIRED: true,
  TEAM_PERMISSION_NOT_FOUND: true,

  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: true,
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: true,
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: true,
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: true,
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: true,
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: true,
  INVALID_SCOPE: true,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: true,
  OUTER_OAUTH_TIMEOUT: true,
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: true,
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: true,
  INVALID_SHARED_OAUTH_PROVIDER_ID: true,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: true,
  INVALID_AUTHORIZATION_CODE: true,
  OAUTH_PROVIDER_ACCESS_DENIED: true,
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: true,

  MULTI_FACTOR_AUTHENTICATION_REQUIRED: true,
  INVALID_TOTP_CODE: true,
  PASSKEY_REGISTRATION_FAILED: true,
  PASSKEY_AUTHENTICATION_FAILED: true,
  PASSKEY_WEBAUTHN_ERROR: true,

  INVALID_POLLING_CODE: true,
  CLI_AUTH_ERROR: true,
  CLI_AUTH_EXPIRED_ERROR: true,
  CLI_AUTH_USED_ERROR: true,
  API_KEY_NOT_VALID: true,

  EMAIL_TEMPLATE_ALREADY_EXISTS: true,
  EMAIL_RENDERING_ERROR: true,
  REQUIRES_CUSTOM_EMAIL_SERVER: true,

  ITEM_NOT_FOUND: true,
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: true,
  CUSTOMER_DOES_NOT_EXIST: true,
  OFFER_DOES_NOT_EXIST: true,
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: true,
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: true,
  STRIPE_ACCOUNT_INFO_NOT_FOUND: true,

  DATA_VAULT_STORE_DOES_NOT_EXIST: true,
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: true,
  WORKFLOW_TOKEN_DOES_NOT_EXIST: true,
  WORKFLOW_TOKEN_EXPIRED: true,
} as const satisfies Record<Exclude<KnownErrorKind, keyof typeof parents>, true>;

/** Every kind there is. */
export const knownErrorKinds = /* @__PURE__ */ Object.keys({
  ...parents,
  ...withoutFamily,
}) as readonly KnownErrorKind[];

/** Whether a text of a response is a code of this version. */
export function isKnownErrorKind(text: string): text is KnownErrorKind {
  return Object.hasOwn(withoutFamily, text) || Object.hasOwn(parents, text);
}
