import { detailed, fixed, type Remedies } from "./definition";

/** Logging in from a command line, and the keys of users and teams. */
export const cliAndApiKeyErrors = {
  INVALID_POLLING_CODE: fixed(400, "The polling code is invalid or does not exist."),
  /** This and the next two are made by clients while they wait for a command-line login. */
  CLI_AUTH_ERROR: detailed({
    status: 400,
    details: { message: "string" },
    message: ({ message }) => message,
  }),
  CLI_AUTH_EXPIRED_ERROR: fixed(400, "CLI authentication request expired. Please try again."),
  CLI_AUTH_USED_ERROR: fixed(400, "This authentication token has already been used."),
  API_KEY_EXPIRED: fixed(401, "API key has expired."),
  API_KEY_REVOKED: fixed(401, "API key has been revoked."),
  WRONG_API_KEY_TYPE: detailed({
    status: 400,
    details: { expected_type: "string", actual_type: "string" },
    message: ({ expected_type, actual_type }) =>
      `This endpoint is for ${expected_type} API keys, but a ${actual_type} API key was provided.`,
  }),
  API_KEY_NOT_FOUND: fixed(404, "API key not found."),
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: fixed(400, "Public API keys cannot be revoked by the secretscanner endpoint."),
};

/** For readers of the reference: what happened, and what to do about it. */
export const cliAndApiKeyRemedies: Remedies<typeof cliAndApiKeyErrors> = {
  INVALID_POLLING_CODE: ["No such command-line login is waiting.", "Start the login again."],
  CLI_AUTH_ERROR: [
    "The command-line login failed.",
    "The message contains the reason; start the login again.",
    "Clients make it, from a refusal or from their own limit of attempts.",
  ],
  CLI_AUTH_EXPIRED_ERROR: [
    "The command-line login was not confirmed in time.",
    "Start the login again.",
    "Clients make it, from the status `expired` of the login.",
  ],
  CLI_AUTH_USED_ERROR: [
    "The command-line login has been fetched once already.",
    "Start the login again.",
    "Clients make it, from the status `used` of the login.",
  ],
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
};
