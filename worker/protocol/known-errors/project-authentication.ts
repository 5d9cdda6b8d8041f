import { detailed, expiry, fixed, type Remedies } from "./definition";

const authenticationDocs = "For more information, see the API reference at /api/v1/docs";

/** The project of a request, its caller and its key. */
export const projectAuthenticationErrors = {
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: fixed(
    400,
    "Either an API key or an admin access token was provided, but the x-stack-access-type header is missing. Set it to 'client', 'server', or 'admin' as appropriate.",
  ),
  /** `accessType` is not in the wire's list of details, but the official client cannot rebuild the error without it. */
  INVALID_ACCESS_TYPE: detailed({
    status: 400,
    details: { accessType: "string" },
    message: ({ accessType }) =>
      `The x-stack-access-type header must be 'client', 'server', or 'admin', but was '${accessType}'.`,
  }),
  ACCESS_TYPE_WITHOUT_PROJECT_ID: detailed({
    status: 400,
    details: { request_type: "string" },
    message: ({ request_type }) =>
      `The x-stack-access-type header was '${request_type}', but the x-stack-project-id header was not provided.\n\n${authenticationDocs}`,
  }),
  ACCESS_TYPE_REQUIRED: fixed(
    400,
    `You must specify an access level for this project. Make sure project API keys are provided (eg. x-stack-publishable-client-key) and you set the x-stack-access-type header to 'client', 'server', or 'admin'.\n\n${authenticationDocs}`,
  ),
  INSUFFICIENT_ACCESS_TYPE: detailed({
    status: 401,
    details: { actual_access_type: "string", allowed_access_types: "array of strings" },
    message: ({ actual_access_type, allowed_access_types }) =>
      `The x-stack-access-type header must be ${allowed_access_types.map((type) => `'${type}'`).join(" or ")}, but was '${actual_access_type}'.`,
  }),
  INVALID_PUBLISHABLE_CLIENT_KEY: detailed({
    status: 401,
    details: { project_id: "string" },
    message: ({ project_id }) => invalidKey("publishable", project_id),
  }),
  INVALID_SECRET_SERVER_KEY: detailed({
    status: 401,
    details: { project_id: "string" },
    message: ({ project_id }) => invalidKey("secret server", project_id),
  }),
  INVALID_SUPER_SECRET_ADMIN_KEY: detailed({
    status: 401,
    details: { project_id: "string" },
    message: ({ project_id }) => invalidKey("super secret admin", project_id),
  }),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: fixed(401, "Admin access token is not parsable."),
  ADMIN_ACCESS_TOKEN_EXPIRED: detailed({
    status: 401,
    details: { expired_at_millis: "number or null" },
    message: ({ expired_at_millis }) =>
      `Admin access token has expired. Please refresh it and try again.${expiry(expired_at_millis)}`,
  }),
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: fixed(401, "Admin access tokens must be created on the internal project."),
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: fixed(
    401,
    "Admin access token does not have the required permissions to access this project.",
  ),
  CLIENT_AUTHENTICATION_REQUIRED: fixed(401, "The publishable client key must be provided."),
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: detailed({
    status: 401,
    details: { project_id: "string or null" },
    message: () =>
      "Publishable client keys are required for this project. Create one in Project Keys, or disable this requirement there to allow keyless client access.",
  }),
  SERVER_AUTHENTICATION_REQUIRED: fixed(401, "The secret server key must be provided."),
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: fixed(
    401,
    "Either the publishable client key or the secret server key must be provided.",
  ),
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: fixed(
    401,
    "Either the publishable client key or the super secret admin key must be provided.",
  ),
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: fixed(
    401,
    "Either the publishable client key, the secret server key, or the super secret admin key must be provided.",
  ),
  ADMIN_AUTHENTICATION_REQUIRED: fixed(401, "The super secret admin key must be provided."),
  EXPECTED_INTERNAL_PROJECT: fixed(401, "The project ID is expected to be internal."),
};

/** For readers of the reference: what happened, and what to do about it. */
export const projectAuthenticationRemedies: Remedies<typeof projectAuthenticationErrors> = {
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
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: [
    "A client request came without the publishable key, and the project asks for one.",
    "Add the header `x-stack-publishable-client-key`, or switch `project.requirePublishableClientKey` off in the project's configuration. Official clients before 2.8.77 get `CLIENT_AUTHENTICATION_REQUIRED`.",
  ],
  SERVER_AUTHENTICATION_REQUIRED: [
    "A server request came without the secret key.",
    "Add the header `x-stack-secret-server-key`.",
  ],
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: [
    "The request came without a client or server key.",
    "Add the header of either key.",
    "A request names its access type: the response is the code of that type's key alone.",
  ],
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: [
    "The request came without a client or admin key.",
    "Add the header of either key.",
    "A request names its access type: the response is the code of that type's key alone.",
  ],
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: [
    "The request came without any project key.",
    "Add the header of one of the three keys.",
    "A request names its access type: the response is the code of that type's key alone.",
  ],
  ADMIN_AUTHENTICATION_REQUIRED: [
    "An admin request came without an admin key or an owner's token.",
    "Add the header `x-stack-super-secret-admin-key` or `x-stack-admin-access-token`.",
  ],
  EXPECTED_INTERNAL_PROJECT: [
    "The endpoint belongs to the dashboard itself.",
    "Send the request with the project id `internal`.",
  ],
};

/** The id comes from a request header, so it is quoted as JSON: it cannot break out of its quotes. */
function invalidKey(kind: string, projectId: string): string {
  return `The ${kind} key is not valid for the project ${JSON.stringify(projectId)}. Does the project and/or the key exist?`;
}
