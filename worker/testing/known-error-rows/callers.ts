import type { ContractRow } from "./row";

export const callers: readonly ContractRow[] = [
  // Generic
  [
    "UNSUPPORTED_ERROR",
    500,
    "An error occurred that is not currently supported (possibly because it was added in a version of Gatehouse that is newer than this client). The original unsupported error code was: BRAND_NEW",
    { originalErrorCode: "BRAND_NEW" },
  ],
  ["BODY_PARSING_ERROR", 400, "Invalid JSON in request body", { message: "Invalid JSON in request body" }],
  [
    "SCHEMA_ERROR",
    400,
    "Request validation failed on GET /x:\n  - body must be defined",
    { message: "Request validation failed on GET /x:\n  - body must be defined" },
  ],
  [
    "ALL_OVERLOADS_FAILED",
    400,
    `This endpoint has multiple overloads, but they all failed to process the request.

  Overload 1: {
    "code": "USER_NOT_FOUND",
    "error": "User not found."
  }

  Overload 2: {
    "status_code": 400,
    "message": "No"
  }`,
    {
      overload_errors: [
        { code: "USER_NOT_FOUND", error: "User not found." },
        { status_code: 400, message: "No" },
      ],
    },
  ],

  // Project authentication
  [
    "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
    400,
    "Either an API key or an admin access token was provided, but the x-stack-access-type header is missing. Set it to 'client', 'server', or 'admin' as appropriate.",
  ],
  [
    "INVALID_ACCESS_TYPE",
    400,
    "The x-stack-access-type header must be 'client', 'server', or 'admin', but was 'root'.",
    { accessType: "root" },
  ],
  [
    "ACCESS_TYPE_WITHOUT_PROJECT_ID",
    400,
    "The x-stack-access-type header was 'server', but the x-stack-project-id header was not provided.\n\nFor more information, see the API reference at /api/v1/docs",
    { request_type: "server" },
  ],
  [
    "ACCESS_TYPE_REQUIRED",
    400,
    "You must specify an access level for this project. Make sure project API keys are provided (eg. x-stack-publishable-client-key) and you set the x-stack-access-type header to 'client', 'server', or 'admin'.\n\nFor more information, see the API reference at /api/v1/docs",
  ],
  [
    "INSUFFICIENT_ACCESS_TYPE",
    401,
    "The x-stack-access-type header must be 'server' or 'admin', but was 'client'.",
    { actual_access_type: "client", allowed_access_types: ["server", "admin"] },
  ],
  [
    "INSUFFICIENT_ACCESS_TYPE",
    401,
    "The x-stack-access-type header must be 'admin', but was 'server'.",
    { actual_access_type: "server", allowed_access_types: ["admin"] },
  ],
  [
    "INVALID_PUBLISHABLE_CLIENT_KEY",
    401,
    'The publishable key is not valid for the project "p-1". Does the project and/or the key exist?',
    { project_id: "p-1" },
  ],
  // The id is quoted as JSON, so a header with quotes in it cannot forge the sentence.
  [
    "INVALID_PUBLISHABLE_CLIENT_KEY",
    401,
    String.raw`The publishable key is not valid for the project "a\"b\\c". Does the project and/or the key exist?`,
    { project_id: String.raw`a"b\c` },
  ],
  [
    "INVALID_SECRET_SERVER_KEY",
    401,
    'The secret server key is not valid for the project "p-1". Does the project and/or the key exist?',
    { project_id: "p-1" },
  ],
  [
    "INVALID_SUPER_SECRET_ADMIN_KEY",
    401,
    'The super secret admin key is not valid for the project "p-1". Does the project and/or the key exist?',
    { project_id: "p-1" },
  ],
  ["UNPARSABLE_ADMIN_ACCESS_TOKEN", 401, "Admin access token is not parsable."],
  [
    "ADMIN_ACCESS_TOKEN_EXPIRED",
    401,
    "Admin access token has expired. Please refresh it and try again.",
    { expired_at_millis: null },
  ],
  [
    "ADMIN_ACCESS_TOKEN_EXPIRED",
    401,
    "Admin access token has expired. Please refresh it and try again. (The access token expired at 1970-01-01T00:00:00.000Z.)",
    { expired_at_millis: 0 },
  ],
  ["INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN", 401, "Admin access tokens must be created on the internal project."],
  [
    "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
    401,
    "Admin access token does not have the required permissions to access this project.",
  ],
  ["CLIENT_AUTHENTICATION_REQUIRED", 401, "The publishable client key must be provided."],
  [
    "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
    401,
    "Publishable client keys are required for this project. Create one in Project Keys, or disable this requirement there to allow keyless client access.",
    { project_id: "p-1" },
  ],
  ["SERVER_AUTHENTICATION_REQUIRED", 401, "The secret server key must be provided."],
  [
    "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED",
    401,
    "Either the publishable client key or the secret server key must be provided.",
  ],
  [
    "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED",
    401,
    "Either the publishable client key or the super secret admin key must be provided.",
  ],
  [
    "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED",
    401,
    "Either the publishable client key, the secret server key, or the super secret admin key must be provided.",
  ],
  ["ADMIN_AUTHENTICATION_REQUIRED", 401, "The super secret admin key must be provided."],
  ["EXPECTED_INTERNAL_PROJECT", 401, "The project ID is expected to be internal."],

  // Session
  ["UNPARSABLE_ACCESS_TOKEN", 401, "Access token is not parsable."],
  [
    "ACCESS_TOKEN_EXPIRED",
    401,
    "Access token has expired. Please refresh it and try again.",
    { expired_at_millis: null },
  ],
  [
    "ACCESS_TOKEN_EXPIRED",
    401,
    "Access token has expired. Please refresh it and try again. (The access token expired at 2026-01-02T03:04:05.678Z.)",
    { expired_at_millis: 1767323045678 },
  ],
  [
    "INVALID_PROJECT_FOR_ACCESS_TOKEN",
    401,
    'Access token not valid for this project. Expected project ID "mine", but the token is for project ID "theirs".',
    { expected_project_id: "mine", actual_project_id: "theirs" },
  ],
  [
    "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    401,
    "Refresh token not found for this project, or the session has expired/been revoked.",
  ],
  [
    "REAUTHENTICATION_REQUIRED",
    403,
    "Confirm who you are before you change how you sign in.",
    { max_age_millis: 900_000, methods: ["password", "code"], requires_totp: false },
  ],
  ["CANNOT_DELETE_CURRENT_SESSION", 400, "Cannot delete the current session."],
  [
    "PROVIDER_REJECTED",
    401,
    "The provider refused to refresh their token. This usually means that the provider used to authenticate the user no longer regards this session as valid, and the user must re-authenticate.",
  ],
  ["USER_AUTHENTICATION_REQUIRED", 401, "User authentication required for this endpoint."],
  [
    "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
    401,
    "X-Stack-Access-Token is for an anonymous user, but anonymous users are not enabled. Set the X-Stack-Allow-Anonymous-User header of this request to 'true' to allow anonymous users.",
  ],
];
