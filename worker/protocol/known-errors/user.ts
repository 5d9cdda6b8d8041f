import { detailed, fixed } from "./definition";

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
  USER_RESTRICTED: fixed(403, "This user is restricted and cannot sign in."),
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
