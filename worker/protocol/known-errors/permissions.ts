import { detailed, fixed, type Remedies } from "./definition";

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
  TEAM_INVITATION_EMAIL_MISMATCH: fixed(
    403,
    "This team invitation was sent to a different email address. Sign in with the invited email, or add and verify that email on your account, then try again.",
  ),
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

/** For readers of the reference: what happened, and what to do about it. */
export const permissionRemedies: Remedies<typeof permissionErrors> = {
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
  TEAM_INVITATION_EMAIL_MISMATCH: [
    "The invitation is for whoever has verified its address, and the user has not.",
    "Sign in with the invited address, or verify it on the account. Who invites can leave `for_recipient_only` out. Official clients before 2.8.102 get the status and the text alone.",
  ],
  TEAM_ALREADY_EXISTS: [
    "The project has a team of this id.",
    "Choose another id.",
    "Teams have ids of the server's choice.",
  ],
  TEAM_MEMBERSHIP_NOT_FOUND: ["The user is not a member of the team.", "Add the user to the team first."],
  TEAM_MEMBERSHIP_ALREADY_EXISTS: ["The user is a member of the team already.", "Nothing is left to do."],
  PROJECT_PERMISSION_REQUIRED: [
    "The user lacks a permission in the project.",
    "Grant the permission, directly or by one that contains it.",
    "No endpoint requires a permission in the project: your own code checks those.",
  ],
  TEAM_PERMISSION_REQUIRED: [
    "The user lacks a permission in the team.",
    "Grant the permission, directly or by one that contains it.",
  ],
  TEAM_PERMISSION_NOT_FOUND: [
    "The permission to be taken away was never granted directly.",
    "Check which grants the user has in the team.",
  ],
};
