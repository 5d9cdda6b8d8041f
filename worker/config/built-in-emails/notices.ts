/** The sources of the emails about security and operation. No project changes them: they are no part of its configuration. */
import { emailSource } from "./email-source";

export const notices = {
  reauthentication: emailSource({
    variables: { otp: { preview: "3SLSWZ" }, validFor: { preview: "10 minutes" } },
    subject: '"Confirm your identity at " + project.displayName',
    preview: "Your code for changing how you sign in.",
    heading: "Confirm that it is you",
    paragraphs: [
      "Type this code where you are changing how you sign in:",
      { code: "{variables.otp}" },
      "It is valid for {variables.validFor}, and can be used once, only in the browser that asked for it.",
    ],
    note: "You did not ask for this? Then someone uses your account: do not give the code to anyone, and end all sessions in your account settings.",
  }),

  api_key_revoked: emailSource({
    variables: {
      apiKeyDescription: { preview: "Build robot" },
      // The last characters of the key, by which its owner recognises it.
      apiKeyLastFour: { preview: "52b7" },
    },
    subject: '"API Key Revoked: " + variables.apiKeyDescription',
    preview: "It was found in public, so it works no more.",
    heading: "An API key was revoked",
    paragraphs: [
      "The API key “{variables.apiKeyDescription}” at {project.displayName}, which ends in {variables.apiKeyLastFour}, was found where others can read it. We revoked it at once.",
      "Replace it wherever it is in use, take it out of the place where it was found, and look through what was done with it.",
    ],
    note: "The key was revoked because it was reported as public. It can no longer be used.",
  }),

  security_notice: emailSource({
    variables: {
      // Says what was changed, as a sentence without its full stop.
      change: { preview: "Your password was changed" },
      // Says when, and from where as far as that is known.
      circumstances: { preview: "This happened on 1 May 2026 at 12:00 UTC." },
      endSessionsLink: { preview: "https://example.com/end-sessions" },
    },
    subject: 'variables.change + " at " + project.displayName',
    preview: "If this was you, there is nothing to do.",
    heading: "{variables.change}",
    paragraphs: ["{variables.circumstances}", "If this was you, there is nothing to do."],
    action: { label: "This was not me", link: "variables.endSessionsLink" },
    note: "The link signs your account out on every device. Then choose a new password, and look through the ways to sign in that your account settings list.",
  }),

  password_guessed: emailSource({
    // Says when the last guess was made, and from where as far as that is known.
    variables: { circumstances: { preview: "This happened on 1 May 2026 at 12:00 UTC." } },
    subject: '"Somebody is guessing your password at " + project.displayName',
    preview: "None of the guesses was right.",
    heading: "Somebody is guessing your password",
    paragraphs: [
      "A hundred wrong passwords in a row were entered for your account. None of them was right.",
      "{variables.circumstances}",
      "Until you sign in again, your password works only in networks where you have signed in before. In others, reset it or use another way to sign in.",
    ],
    note: "If you use this password elsewhere, or if it is easy to guess, choose a new one in your account settings.",
  }),

  codes_off: emailSource({
    // Says when the code was requested, and from where as far as that is known.
    variables: { circumstances: { preview: "This happened on 1 May 2026 at 12:00 UTC." } },
    subject: '"How to sign in to " + project.displayName',
    preview: "Your account does not sign in by emailed codes.",
    heading: "Your account does not sign in by code",
    paragraphs: [
      "Someone asked for a code to sign in to {project.displayName} with this address. Emailed codes are switched off for your account, so there is none in this email.",
      "Sign in with your password, a passkey or a linked account. In your account settings you can switch codes on.",
      "{variables.circumstances}",
    ],
    note: "If this was not you, there is nothing to do: no one has got in.",
  }),

  webhook_disabled: emailSource({
    variables: {
      // The project whose endpoint it is. The email itself comes from the instance.
      webhookProject: { preview: "My Project" },
      // The host of the endpoint's address.
      webhookHost: { preview: "example.com" },
    },
    subject: '"A webhook endpoint of " + variables.webhookProject + " was disabled"',
    preview: "It accepted nothing for five days.",
    heading: "A webhook endpoint was disabled",
    paragraphs: [
      "The webhook endpoint of {variables.webhookProject} at {variables.webhookHost} accepted nothing for five days. We no longer send to it.",
      "Enable it again when its server works: what was still to be sent is then sent, and what has failed can be sent again.",
    ],
    note: "You get this email because you own the project.",
  }),

  storage_nearly_full: emailSource({
    variables: {
      fullProject: { preview: "My Project" },
      // Says how much of what the project may store it does.
      storage: { preview: "It stores 860 of 1,024 MiB and 1,200,000 of 2,000,000 rows." },
      usageLink: { preview: "https://example.com/usage" },
    },
    subject: '"The storage of " + variables.fullProject + " is nearly full"',
    preview: "What your project may store is nearly used up.",
    heading: "Storage is nearly full",
    paragraphs: [
      "{variables.fullProject} has nearly used up what it may store.",
      "{variables.storage}",
      "Once it is full, new users, teams and other data are refused. Users still sign in, and you can still read, export and delete.",
    ],
    action: { label: "See what it stores", link: "variables.usageLink" },
    note: "You get this email because you own the project.",
  }),

  failed_emails: emailSource({
    variables: {
      // The name of the project whose emails failed.
      failingProject: { preview: "My Project" },
      // Tells how many there were, and why most of them failed.
      failures: { preview: "12 emails failed." },
      projectLink: { preview: "https://example.com/project" },
    },
    subject: '"Emails of " + variables.failingProject + " could not be sent"',
    preview: "Some of your project's users did not get their emails.",
    heading: "Emails could not be sent",
    paragraphs: ["Some users of {variables.failingProject} did not get their emails.", "{variables.failures}"],
    action: { label: "Open the project", link: "variables.projectLink" },
    note: "You get this email because you own the project, at most once a day.",
  }),
};
