import { detailed, fixed, type Remedies } from "./definition";

/** Codes sent by email, and the addresses they prove. */
export const verificationErrors = {
  VERIFICATION_CODE_NOT_FOUND: fixed(404, "The verification code does not exist for this project."),
  VERIFICATION_CODE_EXPIRED: fixed(400, "The verification code has expired."),
  VERIFICATION_CODE_ALREADY_USED: fixed(409, "The verification link has already been used."),
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: fixed(
    400,
    "The verification code nonce has reached the maximum number of attempts. This code is not valid anymore.",
  ),
  EMAIL_ALREADY_VERIFIED: fixed(409, "The e-mail is already verified."),
  EMAIL_NOT_ASSOCIATED_WITH_USER: fixed(
    400,
    "The e-mail is not associated with a user that could log in with that e-mail.",
  ),
  EMAIL_IS_NOT_PRIMARY_EMAIL: detailed({
    status: 400,
    details: { email: "string", primary_email: "string or null" },
    message: ({ email, primary_email }) =>
      `The given e-mail (${email}) must equal the user's primary e-mail (${primary_email}).`,
  }),
};

/** For readers of the reference: what happened, and what to do about it. */
export const verificationRemedies: Remedies<typeof verificationErrors> = {
  VERIFICATION_CODE_NOT_FOUND: [
    "The code was never issued by this project.",
    "Copy the whole code, or request another.",
  ],
  VERIFICATION_CODE_EXPIRED: ["The code is past its time.", "Request another."],
  VERIFICATION_CODE_ALREADY_USED: ["A code works once, and this one has been used.", "Request another."],
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: [
    "The code was entered wrongly too often.",
    "Request another; this one stays closed.",
  ],
  EMAIL_ALREADY_VERIFIED: ["The address needs no further proof.", "Nothing is left to do."],
  EMAIL_NOT_ASSOCIATED_WITH_USER: [
    "No user could sign in with this address.",
    "Check the address.",
    "Passwords are checked and reset without telling whether an address has an account.",
  ],
  EMAIL_IS_NOT_PRIMARY_EMAIL: [
    "The action is only for the user's primary address.",
    "Use the primary address, or make this one primary.",
  ],
};
