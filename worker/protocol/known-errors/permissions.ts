import { detailed, fixed } from "./definition";

/** Permissions, teams and their members. */
export const permissionErrors = {
  PERMISSION_NOT_FOUND: detailed({
    status: 404,
    details: { permission_id: "string" },
    message: ({ permission_id }) =>
      `Permission "${permission_id}" not found. Make sure you created it on the dashboard.`,
  }),
  WRONG_PERMISSION_SCOPE: detailed({
    status: 404,
    details: { permission_id: "string", expected_scope: "string", actual_scope: "string or null" },
    message: ({ permission_id, expected_scope, actual_scope }) =>
      `Permission "${permission_id}" not found. (It was found for a different scope ${JSON.stringify(actual_scope)}, but scope ${JSON.stringify(expected_scope)} was expected.)`,
  }),
  CONTAINED_PERMISSION_NOT_FOUND: detailed({
    status: 400,
    details: { permission_id: "string" },
    message: ({ permission_id }) =>
      `Contained permission with ID "${permission_id}" not found. Make sure you created it on the dashboard.`,
  }),
  PERMISSION_ID_ALREADY_EXISTS: detailed({
    status: 400,
    details: { permission_id: "string" },
    message: ({ permission_id }) => `Permission with ID "${permission_id}" already exists. Choose a different ID.`,
  }),
  TEAM_NOT_FOUND: detailed({
    status: 404,
    details: { team_id: "string" },
    message: ({ team_id }) => `Team ${team_id} not found.`,
  }),
  /** Unknown to the official client 2.8.41. */
  TEAM_ALREADY_EXISTS: detailed({
    status: 409,
    details: { team_id: "string" },
    message: ({ team_id }) => `Team ${team_id} already exists.`,
  }),
  TEAM_MEMBERSHIP_NOT_FOUND: detailed({
    status: 404,
    details: { team_id: "string", user_id: "string" },
    message: ({ team_id, user_id }) => `User ${user_id} is not found in team ${team_id}.`,
  }),
  TEAM_MEMBERSHIP_ALREADY_EXISTS: fixed(409, "Team membership already exists."),
  PROJECT_PERMISSION_REQUIRED: detailed({
    status: 401,
    details: { user_id: "string", permission_id: "string" },
    message: ({ user_id, permission_id }) => `User ${user_id} does not have permission ${permission_id}.`,
  }),
  TEAM_PERMISSION_REQUIRED: detailed({
    status: 401,
    details: { team_id: "string", user_id: "string", permission_id: "string" },
    message: ({ team_id, user_id, permission_id }) =>
      `User ${user_id} does not have permission ${permission_id} in team ${team_id}.`,
  }),
  TEAM_PERMISSION_NOT_FOUND: detailed({
    status: 401,
    details: { team_id: "string", user_id: "string", permission_id: "string" },
    message: ({ team_id, user_id, permission_id }) =>
      `User ${user_id} does not have permission ${permission_id} in team ${team_id}.`,
  }),
};
