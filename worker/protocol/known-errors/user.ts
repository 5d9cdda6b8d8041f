import { detailed, fixed, type Remedies } from "./definition";

/** Accounts and passwords. */
export const userErrors = {
  USER_EMAIL_ALREADY_EXISTS: detailed({
    status: 409,
    details: { email: "string", would_work_if_email_was_verified: "boolean" },
    message: ({ email, would_work_if_email_was_verified }) =>
      would_work_if_email_was_verified
        ? `A user with email "${email}" already exists but the email is not verified. Please login to your existing account with the method you used to sign up, and then verify your email to sign in with this login method.`
        : `A user with email "${email}" already exists.`,
  }),
  EMAIL_NOT_VERIFIED: fixed(400, "The email is not verified."),
  CANNOT_GET_OWN_USER_WITHOUT_USER: fixed(
    400,
    "You have specified 'me' as a userId, but did not provide authentication for a user.",
  ),
  USER_ID_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { user_id: "string" },
    message: ({ user_id }) => `The given user with the ID ${user_id} does not exist.`,
  }),
  USER_NOT_FOUND: fixed(404, "User not found."),
  USER_SUSPENDED: fixed(403, "This user is suspended and cannot sign in."),
  RESTRICTED_USER_NOT_ALLOWED: detailed({
    status: 403,
    details: { restricted_reason: "object with type" },
    message: ({ restricted_reason: { type } }) =>
      `The user in the access token is in restricted state. Reason: ${type}. Please pass the X-Stack-Allow-Restricted-User header if this is intended.`,
  }),
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: detailed({
    status: 403,
    details: { restricted_reason: "object with type" },
    message: ({ restricted_reason: { type } }) =>
      `Restricted users cannot accept team invitations. Reason: ${type}. Please complete the onboarding process before accepting team invitations.`,
  }),
  EMAIL_PASSWORD_MISMATCH: fixed(400, "Wrong e-mail or password."),
  USER_DOES_NOT_HAVE_PASSWORD: fixed(400, "This user does not have password authentication enabled."),
  PASSWORD_TOO_SHORT: detailed({
    status: 400,
    details: { min_length: "number" },
    message: ({ min_length }) => `Password too short. Minimum length is ${min_length}.`,
  }),
  /**
   * Also the family of the two codes around it, so that a client that expects the family expects this one. The 2.8.41
   * clients read the sentence of a family from its details, and fail without it.
   */
  PASSWORD_REQUIREMENTS_NOT_MET: detailed({
    status: 400,
    details: { reason: "string", message: "string" },
    message: ({ message }) => message,
  }),
  /** The one code whose detail is in camel case on the wire. */
  PASSWORD_TOO_LONG: detailed({
    status: 400,
    details: { maxLength: "number" },
    message: ({ maxLength }) => `Password too long. Maximum length is ${maxLength}.`,
  }),
  PASSWORD_CONFIRMATION_MISMATCH: fixed(400, "Passwords do not match."),
};

/** For readers of the reference: what happened, and what to do about it. */
export const userRemedies: Remedies<typeof userErrors> = {
  USER_EMAIL_ALREADY_EXISTS: [
    "Another account of the project signs in with this address.",
    "Sign in with that account, or verify the address there if the flag is set.",
  ],
  EMAIL_NOT_VERIFIED: [
    "The address has not been verified.",
    "Follow the link in the verification email.",
    "Where an address would have to be verified, the detail `would_work_if_email_was_verified` of another code says so.",
  ],
  CANNOT_GET_OWN_USER_WITHOUT_USER: [
    "`me` stands for the signed-in user, and there is none.",
    "Send an access token, or name the user by id.",
  ],
  USER_ID_DOES_NOT_EXIST: ["The body or query names a user that is not in this project.", "Check the id."],
  USER_NOT_FOUND: ["The project has no such user.", "Check the id; the user may have been deleted."],
  USER_SUSPENDED: [
    "The project keeps this user from signing in. It shows only once the user has shown who they are.",
    "The owner of the project lifts the suspension: on the user's page in the dashboard, or with `DELETE /users/{user_id}/suspension`.",
  ],
  RESTRICTED_USER_NOT_ALLOWED: [
    "The project keeps the user from full use: they sign in and change their own account, and no more. No header changes that.",
    "Have the user verify their address on the page `onboarding`, or lift the restriction on the user's page in the dashboard.",
  ],
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: [
    "The project keeps the user from full use, so they join no team.",
    "Have the user verify their address on the page `onboarding`, and accept the invitation then.",
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
};
