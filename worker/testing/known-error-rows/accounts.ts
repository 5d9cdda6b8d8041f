import { type ContractRow, signInMethodHint } from "./row";

export const accounts: readonly ContractRow[] = [
  // User
  [
    "USER_EMAIL_ALREADY_EXISTS",
    409,
    'A user with email "a@b.c" already exists.',
    { email: "a@b.c", would_work_if_email_was_verified: false },
  ],
  [
    "USER_EMAIL_ALREADY_EXISTS",
    409,
    `A user with email "a@b.c" already exists ${signInMethodHint}`,
    { email: "a@b.c", would_work_if_email_was_verified: true },
  ],
  ["EMAIL_NOT_VERIFIED", 400, "The email is not verified."],
  [
    "CANNOT_GET_OWN_USER_WITHOUT_USER",
    400,
    "You have specified 'me' as a userId, but did not provide authentication for a user.",
  ],
  ["USER_ID_DOES_NOT_EXIST", 400, "The given user with the ID u-1 does not exist.", { user_id: "u-1" }],
  ["USER_NOT_FOUND", 404, "User not found."],
  ["USER_SUSPENDED", 403, "This user is suspended and cannot sign in."],
  [
    "RESTRICTED_USER_NOT_ALLOWED",
    403,
    "The user in the access token is in restricted state. Reason: email_not_verified. Please pass the X-Stack-Allow-Restricted-User header if this is intended.",
    { restricted_reason: { type: "email_not_verified" } },
  ],
  [
    "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
    403,
    "Restricted users cannot accept team invitations. Reason: email_not_verified. Please complete the onboarding process before accepting team invitations.",
    { restricted_reason: { type: "email_not_verified" } },
  ],
  ["EMAIL_PASSWORD_MISMATCH", 400, "Wrong e-mail or password."],
  ["USER_DOES_NOT_HAVE_PASSWORD", 400, "This user does not have password authentication enabled."],
  ["PASSWORD_TOO_SHORT", 400, "Password too short. Minimum length is 8.", { min_length: 8 }],
  ["PASSWORD_REQUIREMENTS_NOT_MET", 400, "Not this one.", { reason: "common", message: "Not this one." }],
  ["PASSWORD_TOO_LONG", 400, "Password too long. Maximum length is 70.", { maxLength: 70 }],
  ["PASSWORD_CONFIRMATION_MISMATCH", 400, "Passwords do not match."],

  // Project
  [
    "PROJECT_NOT_FOUND",
    404,
    "Project p-1 not found or is not accessible with the current user.",
    { project_id: "p-1" },
  ],
  [
    "CURRENT_PROJECT_NOT_FOUND",
    400,
    "The current project with ID p-1 was not found. Please check the value of the x-stack-project-id header.",
    { project_id: "p-1" },
  ],
  ["BRANCH_DOES_NOT_EXIST", 400, "The branch with ID dev does not exist.", { branch_id: "dev" }],
  [
    "SIGN_UP_NOT_ENABLED",
    400,
    "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
  ],
  ["PASSWORD_AUTHENTICATION_NOT_ENABLED", 400, "Password authentication is not enabled for this project."],
  ["PASSKEY_AUTHENTICATION_NOT_ENABLED", 400, "Passkey authentication is not enabled for this project."],
  ["ANONYMOUS_ACCOUNTS_NOT_ENABLED", 400, "Anonymous accounts are not enabled for this project."],
  ["ANALYTICS_NOT_ENABLED", 400, "Analytics is not enabled for this project."],
  [
    "REDIRECT_URL_NOT_WHITELISTED",
    400,
    "Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the dashboard?",
  ],

  // Verification and email address
  ["VERIFICATION_CODE_NOT_FOUND", 404, "The verification code does not exist for this project."],
  ["VERIFICATION_CODE_EXPIRED", 400, "The verification code has expired."],
  ["VERIFICATION_CODE_ALREADY_USED", 409, "The verification link has already been used."],
  [
    "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
    400,
    "The verification code nonce has reached the maximum number of attempts. This code is not valid anymore.",
  ],
  ["EMAIL_ALREADY_VERIFIED", 409, "The e-mail is already verified."],
  [
    "EMAIL_NOT_ASSOCIATED_WITH_USER",
    400,
    "The e-mail is not associated with a user that could log in with that e-mail.",
  ],
  [
    "EMAIL_IS_NOT_PRIMARY_EMAIL",
    400,
    "The given e-mail (a@b.c) must equal the user's primary e-mail (d@e.f).",
    { email: "a@b.c", primary_email: "d@e.f" },
  ],
  [
    "EMAIL_IS_NOT_PRIMARY_EMAIL",
    400,
    "The given e-mail (a@b.c) must equal the user's primary e-mail (null).",
    { email: "a@b.c", primary_email: null },
  ],
];
