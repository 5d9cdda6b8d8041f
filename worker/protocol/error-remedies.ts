import type { KnownErrorCode } from "./known-errors";

/** For readers of the API reference and of docs/errors.md: what happened, and what to do about it. A code without one does not compile. */
export const remedies: Record<KnownErrorCode, readonly [cause: string, remedy: string]> = {
  UNSUPPORTED_ERROR: [
    "The server responded with a code that this client is too old to recognise.",
    "Update the client, or read `originalErrorCode`.",
  ],
  BODY_PARSING_ERROR: [
    "The request body is not what its content type promises.",
    "Send valid JSON with `Content-Type: application/json`.",
  ],
  SCHEMA_ERROR: [
    "A field of the body, query, path or headers is missing, malformed or unknown.",
    "The message names every problem; correct each of them.",
  ],
  ALL_OVERLOADS_FAILED: [
    "The endpoint accepts several shapes of request, and this one fits none of them.",
    "Read `overload_errors` and correct the shape you meant.",
  ],

  PROJECT_KEY_WITHOUT_ACCESS_TYPE: [
    "A key was sent without the level at which it is meant to act.",
    "Add the header `x-stack-access-type`.",
  ],
  INVALID_ACCESS_TYPE: ["The access level is not one that exists.", "Use `client`, `server` or `admin`."],
  ACCESS_TYPE_WITHOUT_PROJECT_ID: [
    "The request names an access level but no project.",
    "Add the header `x-stack-project-id`.",
  ],
  ACCESS_TYPE_REQUIRED: [
    "The endpoint works inside a project, and the request names no access level.",
    "Send project id, access type and the key of that level.",
  ],
  INSUFFICIENT_ACCESS_TYPE: [
    "The endpoint is closed to this access level.",
    "Send the request from where one of `allowed_access_types` is safe to use.",
  ],
  INVALID_PUBLISHABLE_CLIENT_KEY: [
    "The publishable key is wrong, revoked, expired or of another project.",
    "Copy the key again from the project's keys on the dashboard.",
  ],
  INVALID_SECRET_SERVER_KEY: [
    "The secret server key is wrong, revoked, expired or of another project.",
    "Copy or create a key on the dashboard.",
  ],
  INVALID_SUPER_SECRET_ADMIN_KEY: [
    "The admin key is wrong, revoked, expired or of another project.",
    "Copy or create a key on the dashboard.",
  ],
  UNPARSABLE_ADMIN_ACCESS_TOKEN: [
    "The owner's token is not one of ours, or was altered.",
    "Sign in to the dashboard again.",
  ],
  ADMIN_ACCESS_TOKEN_EXPIRED: ["The owner's token is past its time.", "Refresh the owner's session and try again."],
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: [
    "The owner's token was issued by a project other than `internal`.",
    "Use a token of a dashboard session.",
  ],
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: [
    "The signed-in owner is not in the team that owns this project.",
    "Ask a member of the owner team for access.",
  ],
  CLIENT_AUTHENTICATION_REQUIRED: [
    "A client request came without the publishable key.",
    "Add the header `x-stack-publishable-client-key`.",
  ],
  SERVER_AUTHENTICATION_REQUIRED: [
    "A server request came without the secret key.",
    "Add the header `x-stack-secret-server-key`.",
  ],
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: [
    "The request came without a client or server key.",
    "Add the header of either key.",
  ],
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: [
    "The request came without a client or admin key.",
    "Add the header of either key.",
  ],
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: [
    "The request came without any project key.",
    "Add the header of one of the three keys.",
  ],
  ADMIN_AUTHENTICATION_REQUIRED: [
    "An admin request came without an admin key or an owner's token.",
    "Add the header `x-stack-super-secret-admin-key` or `x-stack-admin-access-token`.",
  ],
  EXPECTED_INTERNAL_PROJECT: [
    "The endpoint belongs to the dashboard itself.",
    "Send the request with the project id `internal`.",
  ],

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
  PROVIDER_REJECTED: ["The provider has ended the user's session with it.", "Let the user sign in there again."],
  USER_AUTHENTICATION_REQUIRED: [
    "The endpoint acts for a signed-in user, and there is none.",
    "Send the user's access token in `x-stack-access-token`.",
  ],
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: [
    "The token is of an anonymous user, and the request does not accept those.",
    "Add the header `x-stack-allow-anonymous-user: true`, or sign the user in.",
  ],

  USER_EMAIL_ALREADY_EXISTS: [
    "Another account of the project signs in with this address.",
    "Sign in with that account, or verify the address there if the flag is set.",
  ],
  EMAIL_NOT_VERIFIED: ["The address has not been verified.", "Follow the link in the verification mail."],
  CANNOT_GET_OWN_USER_WITHOUT_USER: [
    "`me` stands for the signed-in user, and there is none.",
    "Send an access token, or name the user by id.",
  ],
  USER_ID_DOES_NOT_EXIST: ["The body or query names a user that is not in this project.", "Check the id."],
  USER_NOT_FOUND: ["The project has no such user.", "Check the id; the user may have been deleted."],
  USER_RESTRICTED: [
    "The project keeps this user from signing in. It shows only once the user has shown who they are.",
    "The owner of the project lifts the restriction: on the user's page in the dashboard, or with `DELETE /users/{user_id}/restriction`.",
  ],
  EMAIL_PASSWORD_MISMATCH: [
    "The address or the password is wrong; the response does not reveal which.",
    "Try again, or reset the password.",
  ],
  USER_DOES_NOT_HAVE_PASSWORD: [
    "The account signs in by other means and has no password to change.",
    "Set a first password instead.",
  ],
  PASSWORD_TOO_SHORT: ["The password has fewer characters than `min_length`.", "Choose a longer one."],
  PASSWORD_REQUIREMENTS_NOT_MET: [
    "The project refuses known passwords, and this one is on a list of `common` ones, was in a data breach (`breached`), or is made from the user's address or the project's name (`personal`).",
    "Choose another one.",
  ],
  PASSWORD_TOO_LONG: ["The password has more characters than `maxLength`.", "Choose a shorter one."],
  PASSWORD_CONFIRMATION_MISMATCH: ["The current password given is wrong.", "Enter the current password again."],

  PROJECT_NOT_FOUND: [
    "There is no such project, or it is not the signed-in owner's.",
    "Check the id and the owner's teams.",
  ],
  CURRENT_PROJECT_NOT_FOUND: [
    "The header names a project that does not exist.",
    "Check `x-stack-project-id`; the project may have been deleted.",
  ],
  BRANCH_DOES_NOT_EXIST: ["The header names a branch that does not exist.", "Use `main`, or leave the header out."],
  SIGN_UP_NOT_ENABLED: [
    "The project takes no new accounts.",
    "Switch sign-up on in the project's settings, or create the user from a server.",
  ],
  PASSWORD_AUTHENTICATION_NOT_ENABLED: [
    "The project does not let users sign in by password.",
    "Switch it on in the project's sign-in methods.",
  ],
  PASSKEY_AUTHENTICATION_NOT_ENABLED: [
    "The project does not let users sign in by passkey.",
    "Switch it on in the project's sign-in methods.",
  ],
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: [
    "The project has anonymous accounts off.",
    "Sign the user up by another method, or set auth.anonymous.allowSignUp.",
  ],
  REDIRECT_URL_NOT_WHITELISTED: [
    "The address to return to is not on a trusted domain, or has more than 8,192 characters.",
    "Add its domain to the project's trusted domains; keep what is long out of the address.",
  ],

  VERIFICATION_CODE_NOT_FOUND: [
    "The code was never issued by this project.",
    "Copy the whole code, or request another.",
  ],
  VERIFICATION_CODE_EXPIRED: ["The code is past its time.", "Request another."],
  VERIFICATION_CODE_ALREADY_USED: ["A code works once, and this one has been used.", "Request another."],
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: [
    "The code was entered wrongly too often.",
    "Request another; this one stays closed.",
  ],
  EMAIL_ALREADY_VERIFIED: ["The address needs no further proof.", "Nothing is left to do."],
  EMAIL_NOT_ASSOCIATED_WITH_USER: ["No user could sign in with this address.", "Check the address."],
  EMAIL_IS_NOT_PRIMARY_EMAIL: [
    "The action is only for the user's primary address.",
    "Use the primary address, or make this one primary.",
  ],

  PERMISSION_NOT_FOUND: ["The project defines no such permission.", "Create it on the dashboard, or check the id."],
  WRONG_PERMISSION_SCOPE: [
    "A team permission was used where a project permission is wanted, or the reverse.",
    "Use a permission of `expected_scope`.",
  ],
  CONTAINED_PERMISSION_NOT_FOUND: [
    "The permission is to contain one that is not defined.",
    "Create the contained permission first.",
  ],
  PERMISSION_ID_ALREADY_EXISTS: ["The project has a permission of this id.", "Choose another id."],
  TEAM_NOT_FOUND: ["There is no such team, or the signed-in user is not in it.", "Check the id and the membership."],
  TEAM_ALREADY_EXISTS: ["The project has a team of this id.", "Choose another id."],
  TEAM_MEMBERSHIP_NOT_FOUND: ["The user is not a member of the team.", "Add the user to the team first."],
  TEAM_MEMBERSHIP_ALREADY_EXISTS: ["The user is a member of the team already.", "Nothing is left to do."],
  PROJECT_PERMISSION_REQUIRED: [
    "The user lacks a permission in the project.",
    "Grant the permission, directly or by one that contains it.",
  ],
  TEAM_PERMISSION_REQUIRED: [
    "The user lacks a permission in the team.",
    "Grant the permission, directly or by one that contains it.",
  ],
  TEAM_PERMISSION_NOT_FOUND: [
    "The permission to be taken away was never granted directly.",
    "Check which grants the user has in the team.",
  ],

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
    "The project uses shared keys for a provider of which this installation has none.",
    "Give the provider keys of the project's own.",
  ],
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ["There is no such provider.", "Check the provider's id."],
  INVALID_AUTHORIZATION_CODE: ["The authorisation code is unknown, used or past its time.", "Start the sign-in again."],
  OAUTH_PROVIDER_ACCESS_DENIED: ["The user, or the provider, refused.", "Let the user try again and agree."],
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: [
    "Another account signs in with this address.",
    "Sign in with that account, or verify the address there if the flag is set.",
  ],

  MULTI_FACTOR_AUTHENTICATION_REQUIRED: [
    "The first factor was right; the account requires a second.",
    "Complete the sign-in with `attempt_code` and a code of the authenticator app.",
  ],
  INVALID_TOTP_CODE: [
    "The code of the authenticator app is wrong or old.",
    "Enter the current code; check the clock of the device.",
  ],
  PASSKEY_REGISTRATION_FAILED: [
    "The new passkey was not accepted.",
    "The message contains the reason; most often the origin is not a trusted domain.",
  ],
  PASSKEY_AUTHENTICATION_FAILED: [
    "The passkey does not sign anyone in.",
    "The message contains the reason; register the passkey first, or use a trusted domain.",
  ],
  PASSKEY_WEBAUTHN_ERROR: [
    "The browser or the authenticator stopped the ceremony.",
    "The detail `code` contains the reason; try again.",
  ],

  INVALID_POLLING_CODE: ["No such command-line login is waiting.", "Start the login again."],
  CLI_AUTH_ERROR: ["The command-line login failed.", "The message contains the reason; start the login again."],
  CLI_AUTH_EXPIRED_ERROR: ["The command-line login was not confirmed in time.", "Start the login again."],
  CLI_AUTH_USED_ERROR: ["The command-line login has been fetched once already.", "Start the login again."],
  API_KEY_EXPIRED: ["The key is past its time.", "Create another key."],
  API_KEY_REVOKED: ["The key was revoked.", "Create another key."],
  WRONG_API_KEY_TYPE: [
    "A user's key was sent where a team's is wanted, or the reverse.",
    "Use a key of `expected_type`.",
  ],
  API_KEY_NOT_FOUND: ["There is no such key.", "Check the key; it may be of another project."],
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: [
    "Public keys are meant to be seen, so they are not revoked.",
    "Let the key expire, or create secret keys instead.",
  ],

  EMAIL_TEMPLATE_ALREADY_EXISTS: ["The project has a template of this kind.", "Edit that template."],
  EMAIL_RENDERING_ERROR: [
    "The source of the theme or template does not render.",
    "The detail `error` contains the place.",
  ],
  REQUIRES_CUSTOM_EMAIL_SERVER: [
    "The shared mail server only sends what signing in needs.",
    "Enter the project's own mail server on the dashboard.",
  ],

  ITEM_NOT_FOUND: ["The project's catalogue has no such item.", "Create the item, or check its id."],
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    "The item is for another kind of customer.",
    "Name a customer of `item_customer_type`.",
  ],
  CUSTOMER_DOES_NOT_EXIST: ["There is no such customer.", "Check the customer's id and type."],
  OFFER_DOES_NOT_EXIST: [
    "The project's catalogue has no such offer, or it is for servers only.",
    "Check the id, or send the request from a server.",
  ],
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    "The offer is for another kind of customer.",
    "Name a customer of `offer_customer_type`.",
  ],
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: [
    "The customer has less of the item than is to be taken.",
    "Take less, or let the customer buy more.",
  ],
  STRIPE_ACCOUNT_INFO_NOT_FOUND: [
    "The project has not been set up with the payment provider.",
    "Finish the payments setup on the dashboard.",
  ],

  DATA_VAULT_STORE_DOES_NOT_EXIST: ["The project has no such store.", "Create the store, or check its id."],
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: [
    "The store holds nothing under this key.",
    "Check the key, or write a value first.",
  ],
  WORKFLOW_TOKEN_DOES_NOT_EXIST: ["The workflow token is not one of ours.", "Check `x-stack-workflow-token`."],
  WORKFLOW_TOKEN_EXPIRED: ["The workflow token is past its time.", "Start the workflow again."],
};
