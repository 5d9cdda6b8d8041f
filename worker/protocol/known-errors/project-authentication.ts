import { detailed, fixed } from "./definition";
import { expiry } from "./expiry";

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

/** The id comes from a request header, so it is quoted as JSON: it cannot break out of its quotes. */
function invalidKey(kind: string, projectId: string): string {
  return `The ${kind} key is not valid for the project ${JSON.stringify(projectId)}. Does the project and/or the key exist?`;
}
