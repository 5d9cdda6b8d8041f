import { type ContractRow, signInMethodHint } from "./row";

export const product: readonly ContractRow[] = [
  // Permissions and teams
  [
    "PERMISSION_NOT_FOUND",
    404,
    'Permission "a"b" not found. Make sure you created it on the dashboard.',
    { permission_id: 'a"b' },
  ],
  [
    "WRONG_PERMISSION_SCOPE",
    404,
    'Permission "read" not found. (It was found for a different scope "team", but scope "project" was expected.)',
    { permission_id: "read", expected_scope: "project", actual_scope: "team" },
  ],
  [
    "WRONG_PERMISSION_SCOPE",
    404,
    'Permission "read" not found. (It was found for a different scope null, but scope "team" was expected.)',
    { permission_id: "read", expected_scope: "team", actual_scope: null },
  ],
  [
    "CONTAINED_PERMISSION_NOT_FOUND",
    400,
    'Contained permission with ID "read" not found. Make sure you created it on the dashboard.',
    { permission_id: "read" },
  ],
  [
    "PERMISSION_ID_ALREADY_EXISTS",
    400,
    'Permission with ID "read" already exists. Choose a different ID.',
    { permission_id: "read" },
  ],
  ["TEAM_NOT_FOUND", 404, "Team t-1 not found.", { team_id: "t-1" }],
  [
    "TEAM_INVITATION_EMAIL_MISMATCH",
    403,
    "This team invitation was sent to a different email address. Sign in with the invited email, or add and verify that email on your account, then try again.",
  ],
  ["TEAM_ALREADY_EXISTS", 409, "Team t-1 already exists.", { team_id: "t-1" }],
  ["TEAM_MEMBERSHIP_NOT_FOUND", 404, "User u-1 is not found in team t-1.", { team_id: "t-1", user_id: "u-1" }],
  ["TEAM_MEMBERSHIP_ALREADY_EXISTS", 409, "Team membership already exists."],
  [
    "PROJECT_PERMISSION_REQUIRED",
    401,
    "User u-1 does not have permission read.",
    { user_id: "u-1", permission_id: "read" },
  ],
  [
    "TEAM_PERMISSION_REQUIRED",
    401,
    "User u-1 does not have permission $invite_members in team t-1.",
    { team_id: "t-1", user_id: "u-1", permission_id: "$invite_members" },
  ],
  [
    "TEAM_PERMISSION_NOT_FOUND",
    401,
    "User u-1 does not have permission read in team t-1.",
    { team_id: "t-1", user_id: "u-1", permission_id: "read" },
  ],

  // OAuth and contact channels
  ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", 400, "The OAuth connection is not connected to any user."],
  [
    "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    409,
    "The OAuth connection is already connected to another user.",
  ],
  ["OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", 400, "The OAuth connection does not have the required scope."],
  [
    "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    400,
    "Extra scopes are not available with shared OAuth keys. Please add your own OAuth keys on the dashboard to use extra scopes.",
  ],
  [
    "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    400,
    "Access tokens are not available with shared OAuth keys. Please add your own OAuth keys on the dashboard to use access tokens.",
  ],
  [
    "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
    400,
    "The OAuth client ID or secret is invalid. The client ID must be equal to the project ID (potentially with a hash and a branch ID), and the client secret must be a publishable client key.",
    { client_id: null },
  ],
  ["INVALID_SCOPE", 400, 'The scope "modern" is not a valid OAuth scope.', { scope: "modern" }],
  [
    "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    409,
    "The user is already connected to another OAuth account. Did you maybe selected the wrong account?",
  ],
  ["OUTER_OAUTH_TIMEOUT", 408, "The OAuth flow has timed out. Please sign in again."],
  ["OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400, "The OAuth provider is not found or not enabled."],
  [
    "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    400,
    "A provider with the same account ID is already used for signing in.",
  ],
  [
    "INVALID_SHARED_OAUTH_PROVIDER_ID",
    400,
    "The shared OAuth provider with ID apple is not valid.",
    { provider_id: "apple" },
  ],
  [
    "INVALID_STANDARD_OAUTH_PROVIDER_ID",
    400,
    "The standard OAuth provider with ID apple is not valid.",
    { provider_id: "apple" },
  ],
  ["INVALID_AUTHORIZATION_CODE", 400, "The given authorization code is invalid."],
  ["OAUTH_PROVIDER_ACCESS_DENIED", 400, "The OAuth provider denied access to the user."],
  [
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    409,
    'This email "(a@b.c)" is already used for authentication by another account.',
    { type: "email", contact_channel_value: "a@b.c", would_work_if_email_was_verified: false },
  ],
  [
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    409,
    `This email "(a@b.c)" is already used for authentication by another account ${signInMethodHint}`,
    { type: "email", contact_channel_value: "a@b.c", would_work_if_email_was_verified: true },
  ],
  [
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    409,
    "This email  is already used for authentication by another account.",
    { type: "email", contact_channel_value: null, would_work_if_email_was_verified: false },
  ],

  // MFA and passkeys
  [
    "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
    400,
    "Multi-factor authentication is required for this user.",
    { attempt_code: "a1b2c3" },
  ],
  ["INVALID_TOTP_CODE", 400, "The TOTP code is invalid. Please try again."],
  [
    "PASSKEY_REGISTRATION_FAILED",
    400,
    "Passkey registration failed because the origin is not allowed",
    { message: "Passkey registration failed because the origin is not allowed" },
  ],
  ["PASSKEY_AUTHENTICATION_FAILED", 400, "Passkey not found", { message: "Passkey not found" }],
  [
    "PASSKEY_WEBAUTHN_ERROR",
    400,
    "The ceremony was aborted",
    { message: "The ceremony was aborted", code: "ERROR_CEREMONY_ABORTED" },
  ],

  // CLI login and API keys
  ["INVALID_POLLING_CODE", 400, "The polling code is invalid or does not exist."],
  [
    "CLI_AUTH_ERROR",
    400,
    "Timed out waiting for CLI authentication.",
    { message: "Timed out waiting for CLI authentication." },
  ],
  ["CLI_AUTH_EXPIRED_ERROR", 400, "CLI authentication request expired. Please try again."],
  ["CLI_AUTH_USED_ERROR", 400, "This authentication token has already been used."],
  ["API_KEY_EXPIRED", 401, "API key has expired."],
  ["API_KEY_REVOKED", 401, "API key has been revoked."],
  [
    "WRONG_API_KEY_TYPE",
    400,
    "This endpoint is for user API keys, but a team API key was provided.",
    { expected_type: "user", actual_type: "team" },
  ],
  ["API_KEY_NOT_FOUND", 404, "API key not found."],
  ["PUBLIC_API_KEY_CANNOT_BE_REVOKED", 400, "Public API keys cannot be revoked by the secretscanner endpoint."],

  // Email
  ["EMAIL_TEMPLATE_ALREADY_EXISTS", 409, "Email template already exists."],
  ["EMAIL_RENDERING_ERROR", 400, "Failed to render email with theme: Unexpected token", { error: "Unexpected token" }],
  [
    "REQUIRES_CUSTOM_EMAIL_SERVER",
    400,
    "This action requires a custom SMTP server. Please edit your email server configuration and try again.",
  ],

  // Payments
  ["ITEM_NOT_FOUND", 404, 'Item with ID "credits" not found.', { item_id: "credits" }],
  [
    "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH",
    400,
    'The user with ID "u-1" is not a valid customer for the item with ID "credits". The item is configured to only be available for team customers, but the customer is a user.',
    { item_id: "credits", customer_id: "u-1", item_customer_type: "team", actual_customer_type: "user" },
  ],
  [
    "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH",
    400,
    'The user with ID "u-1" is not a valid customer for the item with ID "credits". The item is missing a customer type field. Please make sure it is set up correctly in your project configuration.',
    { item_id: "credits", customer_id: "u-1", item_customer_type: null, actual_customer_type: "user" },
  ],
  ["CUSTOMER_DOES_NOT_EXIST", 400, 'Customer with ID "u-1" does not exist.', { customer_id: "u-1" }],
  ["OFFER_DOES_NOT_EXIST", 400, 'Offer with ID "pro" does not exist.', { offer_id: "pro", access_type: "server" }],
  ["OFFER_DOES_NOT_EXIST", 400, 'Offer with ID "pro" does not exist.', { offer_id: "pro", access_type: "admin" }],
  [
    "OFFER_DOES_NOT_EXIST",
    400,
    'Offer with ID "pro" does not exist or you don\'t have permissions to access it.',
    { offer_id: "pro", access_type: "client" },
  ],
  [
    "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
    400,
    'The user with ID "u-1" is not a valid customer for the inline offer that has been passed in. The offer is configured to only be available for team customers, but the customer is a user.',
    { offer_id: "pro", customer_id: "u-1", offer_customer_type: "team", actual_customer_type: "user" },
  ],
  [
    "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
    400,
    'The user with ID "u-1" is not a valid customer for the inline offer that has been passed in. The offer is missing a customer type field. Please make sure it is set up correctly in your project configuration.',
    { offer_id: null, customer_id: "u-1", offer_customer_type: null, actual_customer_type: "user" },
  ],
  ["PRODUCT_DOES_NOT_EXIST", 400, 'Product with ID "pro" does not exist.', { product_id: "pro", context: null }],
  [
    "PRODUCT_DOES_NOT_EXIST",
    400,
    'Product with ID "pro" is marked as server-only and cannot be accessed client side.',
    { product_id: "pro", context: "server_only" },
  ],
  [
    "PRODUCT_DOES_NOT_EXIST",
    400,
    'Product with ID "pro" does not exist, but an item with this ID exists.',
    { product_id: "pro", context: "item_exists" },
  ],
  [
    "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH",
    400,
    'The team with ID "t-1" is not a valid customer for the inline product that has been passed in. The product is configured to only be available for user customers, but the customer is a team.',
    { product_id: "pro", customer_id: "t-1", product_customer_type: "user", actual_customer_type: "team" },
  ],
  [
    "PRODUCT_ALREADY_GRANTED",
    400,
    'Customer with ID "u-1" already owns product "pro".',
    { product_id: "pro", customer_id: "u-1" },
  ],
  [
    "ITEM_QUANTITY_INSUFFICIENT_AMOUNT",
    400,
    'The item with ID "credits" has an insufficient quantity for the customer with ID "u-1". An attempt was made to charge -5 credits.',
    { item_id: "credits", customer_id: "u-1", quantity: -5 },
  ],
  [
    "STRIPE_ACCOUNT_INFO_NOT_FOUND",
    404,
    "Stripe account information not found. Please make sure the user has onboarded with Stripe.",
  ],

  // Data vault and workflows
  ["DATA_VAULT_STORE_DOES_NOT_EXIST", 400, "Data vault store with ID secrets does not exist.", { store_id: "secrets" }],
  [
    "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST",
    400,
    "Data vault store with ID secrets does not contain a key with hash abc.",
    { store_id: "secrets", hashed_key: "abc" },
  ],
  [
    "WORKFLOW_TOKEN_DOES_NOT_EXIST",
    400,
    "The workflow token you specified does not exist. Make sure the value in x-stack-workflow-token is correct.",
  ],
  [
    "WORKFLOW_TOKEN_EXPIRED",
    400,
    "The workflow token you specified has expired. Make sure the value in x-stack-workflow-token is correct.",
  ],
];
