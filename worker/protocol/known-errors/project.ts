import { detailed, fixed } from "./definition";

/** What a project is, and what it has switched on. */
export const projectErrors = {
  PROJECT_NOT_FOUND: detailed({
    status: 404,
    details: { project_id: "string" },
    message: ({ project_id }) => `Project ${project_id} not found or is not accessible with the current user.`,
  }),
  CURRENT_PROJECT_NOT_FOUND: detailed({
    status: 400,
    details: { project_id: "string" },
    message: ({ project_id }) =>
      `The current project with ID ${project_id} was not found. Please check the value of the x-stack-project-id header.`,
  }),
  BRANCH_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { branch_id: "string" },
    message: ({ branch_id }) => `The branch with ID ${branch_id} does not exist.`,
  }),
  SIGN_UP_NOT_ENABLED: fixed(
    400,
    "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
  ),
  PASSWORD_AUTHENTICATION_NOT_ENABLED: fixed(400, "Password authentication is not enabled for this project."),
  PASSKEY_AUTHENTICATION_NOT_ENABLED: fixed(400, "Passkey authentication is not enabled for this project."),
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: fixed(400, "Anonymous accounts are not enabled for this project."),
  REDIRECT_URL_NOT_WHITELISTED: fixed(
    400,
    "Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the dashboard?",
  ),
};
