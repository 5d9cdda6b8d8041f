import { detailed, fixed, type Remedies } from "./definition";

/** These errors are about what a project is, and what it has switched on. */
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
  ANALYTICS_NOT_ENABLED: fixed(400, "Analytics is not enabled for this project."),
  REDIRECT_URL_NOT_WHITELISTED: fixed(
    400,
    "Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the dashboard?",
  ),
};

/** For readers of the reference: what happened, and what to do about it. */
export const projectRemedies: Remedies<typeof projectErrors> = {
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
  ANALYTICS_NOT_ENABLED: [
    "Nothing is kept of what visitors do, so there is nothing to query.",
    "Read the project's numbers from `GET /internal/metrics`.",
  ],
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: [
    "The project has anonymous accounts off.",
    "Sign the user up by another method, or set auth.anonymous.allowSignUp (allowTelemetryClients beside it for official clients since 2.8.77).",
  ],
  REDIRECT_URL_NOT_WHITELISTED: [
    "The address to return to is not on a trusted domain, or has more than 8,192 characters.",
    "Add its domain to the project's trusted domains; keep what is long out of the address.",
  ],
};
