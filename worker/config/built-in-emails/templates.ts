/** The sources of the templates that every project has until it changes them. */
import { emailSource } from "./email-source";

/** Templates of the emails that the system itself sends, by what they are for. */
export const systemTemplateIds = {
  emailVerification: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  passwordReset: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  magicLink: "822687fe-8d0a-4467-a0d1-416b6e639478",
  teamInvitation: "e84de395-2076-4831-9c19-8e9a96a868e4",
  signInInvitation: "066dd73c-36da-4fd0-b6d6-ebf87683f8bc",
} as const;

/** Says how long a link works. A project that sends the email with its own words need not say it. */
const validFor = (preview: string) => ({ preview, otherwise: "a limited time" });

const emailVerification = emailSource({
  variables: {
    emailVerificationLink: { preview: "https://example.com/verify" },
    validFor: validFor("7 days"),
  },
  subject: '"Verify your email at " + project.displayName',
  preview: "One click, and your email address is verified.",
  heading: "Verify your email",
  paragraphs: [
    "Please confirm that this email address is yours. The link is valid for {variables.validFor} and works once.",
  ],
  action: { label: "Verify email", link: "variables.emailVerificationLink" },
  note: "You never gave this address to {project.displayName}? Then ignore this email, and it stays unverified.",
});

const passwordReset = emailSource({
  variables: {
    passwordResetLink: { preview: "https://example.com/reset" },
    validFor: validFor("1 hour"),
  },
  subject: '"Reset your password at " + project.displayName',
  preview: "Choose a new password for your account.",
  heading: "Reset your password",
  paragraphs: [
    `Somebody asked for a new password for your account. If that was you, choose one here. The link is valid for{" "}
        {variables.validFor} and works once.`,
  ],
  action: { label: "Choose a new password", link: "variables.passwordResetLink" },
  note: "You did not ask for a new password? Then ignore this email, and your password stays as it is.",
});

const magicLink = emailSource({
  variables: {
    magicLink: { preview: "https://example.com/sign-in" },
    otp: { preview: "3SLSWZ" },
    validFor: validFor("10 minutes"),
  },
  subject: '"Sign in to " + project.displayName + ": Your code is " + variables.otp',
  preview: "Your code and your link for signing in.",
  heading: "Sign in to {project.displayName}",
  paragraphs: [
    "Type this code where you are signing in:",
    { code: "{variables.otp}" },
    "Or sign in with one click. Code and link are valid for {variables.validFor} and can be used once.",
  ],
  action: { label: "Sign in", link: "variables.magicLink" },
  note: "You did not try to sign in? Then ignore this email, and do not give the code to anyone.",
});

const teamInvitation = emailSource({
  variables: {
    teamDisplayName: { preview: "My Team" },
    teamInvitationLink: { preview: "https://example.com/invitation" },
    // Says who invites: `Ada invites you` where the name can be shown.
    invitation: { preview: "You are invited", otherwise: "You are invited" },
    validFor: validFor("7 days"),
  },
  subject: '"You are invited to join " + variables.teamDisplayName',
  preview: "Accept the invitation to join the team.",
  heading: "Join {variables.teamDisplayName}",
  paragraphs: [
    `{variables.invitation} to join {variables.teamDisplayName} at {project.displayName}. The link is valid for{" "}
        {variables.validFor} and works once.`,
  ],
  action: { label: "Accept the invitation", link: "variables.teamInvitationLink" },
  note: "You do not expect this invitation? Then ignore this email, and you will not join. The page that the link opens names the team and asks before you do.",
});

const signInInvitation = emailSource({
  variables: {
    signInInvitationLink: { preview: "https://example.com/sign-in" },
    teamDisplayName: { preview: "My Project" },
  },
  subject: '"You are invited to sign in to " + variables.teamDisplayName',
  preview: "Your account is ready for you.",
  heading: "Sign in to {variables.teamDisplayName}",
  paragraphs: ["You are invited to sign in to {variables.teamDisplayName}."],
  action: { label: "Sign in", link: "variables.signInInvitationLink" },
  note: "You do not expect this invitation? Then ignore this email.",
});

export const builtInTemplates: Record<string, { displayName: string; tsxSource: string }> = {
  [systemTemplateIds.emailVerification]: { displayName: "Email Verification", tsxSource: emailVerification },
  [systemTemplateIds.passwordReset]: { displayName: "Password Reset", tsxSource: passwordReset },
  [systemTemplateIds.magicLink]: { displayName: "Magic Link/OTP", tsxSource: magicLink },
  [systemTemplateIds.teamInvitation]: { displayName: "Team Invitation", tsxSource: teamInvitation },
  [systemTemplateIds.signInInvitation]: { displayName: "Sign In Invitation", tsxSource: signInInvitation },
};
