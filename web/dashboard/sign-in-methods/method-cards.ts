import type { CardSetting, SettingsCardProps } from "../forms/config-form";
import type { Seen } from "../forms/setting-place";
import type { Translate } from "../translation/use-translation";
import { type MethodPart, methodParts } from "./method-search";

/** A setting that is declared as data, so that the command palette finds it as well. */
export type MethodSetting = CardSetting & {
  /** Is there for what asks before it goes off. */
  readonly method?: "password" | "otp" | "passkey";
};

type MethodCard = Omit<SettingsCardProps, "settings"> & { settings: readonly MethodSetting[] };

/** The cards of each part of the page. */
export const methodCards: Record<MethodPart, (t: Translate) => readonly MethodCard[]> = {
  methods: methodsCards,
  accounts: accountCards,
  protection: protectionCards,
  sessions: sessionCards,
  limits: limitCards,
};

/** Lists all settings of the page, each with what it is found by. One that is alone in its card has the card's name. */
export function foundSettings(t: Translate) {
  return (Object.keys(methodCards) as MethodPart[]).flatMap((part) =>
    methodCards[part](t).flatMap(({ title, settings }) =>
      settings.map(({ path, label, hint = "", words = "" }) => ({
        part,
        path,
        label: settings.length === 1 ? title : label,
        detail: settings.length === 1 ? t(methodParts[part]) : title,
        words: [words, label, title, hint].join(", "),
      })),
    ),
  );
}

function methodsCards(t: Translate): MethodCard[] {
  return [
    {
      title: t("Methods"),
      settings: [
        {
          kind: "switch",
          method: "password",
          path: "auth.password.allowSignIn",
          label: t("Password"),
          seen: "sign-in",
          hint: t("With the email address. Users reset it by an email."),
          words: t("credentials, sign in with a password"),
        },
        {
          kind: "switch",
          method: "otp",
          path: "auth.otp.allowSignIn",
          label: t("Email code and magic link"),
          seen: "sign-in",
          hint: t("An email with a code of six characters and a link, either of which signs in."),
          words: t("passwordless, one-time code, OTP"),
        },
        {
          kind: "switch",
          method: "passkey",
          path: "auth.passkey.allowSignIn",
          label: t("Passkey"),
          seen: "sign-in",
          hint: t("The fingerprint, face or PIN of a device. Cannot be phished."),
          words: t("WebAuthn, fingerprint, Face ID, passwordless"),
        },
        {
          kind: "switch",
          path: "auth.anonymous.allowSignUp",
          seen: { reference: "Anonymous users" },
          label: t("Anonymous users"),
          hint: t("People use an account before they sign up, and keep what they made when they sign up."),
          words: t("guests, guest accounts, try without an account"),
        },
        {
          kind: "switch",
          path: "auth.anonymous.allowTelemetryClients",
          seen: { reference: "Anonymous users" },
          label: t("Anonymous users of browsers with `@stackframe` 2.8.77 and newer"),
          hint: t("Those clients make an anonymous user of every visitor after ten seconds."),
          words: t("telemetry, analytics, visitors"),
        },
      ],
    },
    {
      title: t("Accounts with the same address"),
      description: t("When people sign in with a provider whose verified address belongs to another account already."),
      settings: [
        {
          kind: "choice",
          path: "auth.oauth.accountMergeStrategy",
          seen: "sign-in",
          label: t("Then"),
          words: t("account linking, duplicates, merge accounts"),
          options: [
            { value: "link_method", label: t("Sign in to that account, and link the provider to it") },
            { value: "raise_error", label: t("Refuse, and ask for the other method") },
            { value: "allow_duplicates", label: t("Create a second account") },
          ],
        },
      ],
    },
  ];
}

const [day, month, year] = [24 * 60, 30 * 24 * 60, 367 * 24 * 60];

function accountCards(t: Translate): MethodCard[] {
  return [
    {
      title: t("Sign-up"),
      settings: [
        {
          kind: "switch",
          path: "auth.allowSignUp",
          words: t("registration, close registration, invite only"),
          seen: "sign-up",
          label: t("New users may sign up"),
          hint: t("While it is off, users are created here, by your backend, or by invitation to a team."),
        },
        {
          kind: "switch",
          path: "onboarding.requireEmailVerification",
          words: t("onboarding, restricted users, confirm email, double opt-in"),
          seen: { reference: "Users" },
          label: t("Users need a verified email"),
          hint: t(
            "Without one they sign in, and are led to a page that asks for it; your website does not get them until then.",
          ),
        },
        {
          kind: "switch",
          path: "users.allowClientUserDeletion",
          words: t("delete own account, self-service, GDPR"),
          seen: "account-settings#settings",
          label: t("Users may delete their account"),
          hint: t("In their account settings."),
        },
      ],
    },
    {
      title: t("Teams"),
      settings: [
        {
          kind: "switch",
          path: "teams.allowClientTeamCreation",
          words: t("organizations, workspaces"),
          label: t("Users may create teams"),
          seen: "account-settings#team-creation",
        },
        {
          kind: "switch",
          path: "teams.createPersonalTeamOnSignUp",
          words: t("personal workspace, organizations"),
          seen: "account-settings",
          label: t("A team for each new user"),
          hint: t("Created when they sign up, with them as its only member."),
        },
        {
          kind: "switch",
          path: "teams.invitationsForRecipientOnly",
          words: t("invitation links, forwarded invitations"),
          seen: { template: "e84de395-2076-4831-9c19-8e9a96a868e4" },
          label: t("Invitations only for their recipients"),
          hint: t(
            "Who joins a team by a link must have verified the address that it was emailed to. Otherwise anyone who has the link can join.",
          ),
        },
      ],
    },
  ];
}

function protectionCards(t: Translate): MethodCard[] {
  return [
    {
      title: t("Passwords"),
      description: t(
        "Passwords that are common, were breached, or are made from the user’s address are guessed first.",
      ),
      settings: [
        {
          kind: "number",
          path: "auth.password.minLength",
          words: t("password length, minimum length, password strength, password policy"),
          seen: "sign-up",
          label: t("Shortest password"),
          hint: t("Characters of passwords that users choose from now on. Longer ones are harder to guess."),
          min: 8,
          max: 64,
        },
        {
          kind: "choice",
          path: "auth.password.knownPasswords",
          words: t("breached passwords, leaked passwords, common passwords, password policy"),
          seen: "sign-up",
          label: t("Known passwords"),
          options: [
            { value: "allow", label: t("Allow") },
            { value: "refuse_in_production", label: t("Refuse in production mode") },
            { value: "refuse", label: t("Refuse") },
          ],
        },
      ],
    },
    {
      title: t("Two-step verification"),
      description: t("A code besides the password, email or provider, so that one stolen secret is not enough."),
      settings: [
        {
          kind: "switch",
          path: "auth.totp.allowSetUp",
          words: t("two-factor authentication, 2FA, MFA, second factor, authenticator"),
          seen: "account-settings#auth",
          label: t("Users may set up an authenticator app"),
          hint: t(
            "Each user decides, and gets recovery codes. A passkey that recognises its user needs no code. Those who have an app keep it while this is off.",
          ),
        },
      ],
    },
    {
      title: t("Notices of changes"),
      settings: [
        {
          kind: "switch",
          path: "auth.securityNotices",
          words: t("security alerts, security notifications"),
          seen: "account-settings#auth",
          label: t("Email users when a password, passkey or address of theirs changes"),
          hint: t("So that they notice when it was not them."),
        },
      ],
    },
  ];
}

interface Minutes {
  min: number;
  max: number;
  hint?: string;
  isRequired?: boolean;
  seen: Seen;
  words: string;
}

function minutes(path: string, label: string, field: Minutes) {
  return { kind: "number", unit: "minutes", path, label, ...field } as const;
}

/** The templates whose emails have the links and codes. */
const templates = {
  signIn: "822687fe-8d0a-4467-a0d1-416b6e639478",
  passwordReset: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  emailVerification: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  teamInvitation: "e84de395-2076-4831-9c19-8e9a96a868e4",
} as const;

function sessionCards(t: Translate): MethodCard[] {
  const code = (name: keyof typeof templates, label: string, max: number, words: string) =>
    minutes(`auth.codes.${name}`, label, { min: 5, max, isRequired: true, seen: { template: templates[name] }, words });
  return [
    {
      title: t("Sessions"),
      description: t("How long users stay signed in. An empty field is no limit, except the first one."),
      settings: [
        minutes("auth.sessions.lifetimeMinutes", t("Ends after"), {
          words: t("session, session length, session lifetime, session duration, stay signed in, expiry"),
          hint: t("From the sign-in on, however often the session is used. Empty: a year."),
          min: 5,
          max: year,
          seen: "account-settings#sessions",
        }),
        minutes("auth.sessions.idleMinutes", t("Ends when it is not used for"), {
          words: t("session timeout, idle timeout, inactivity, automatic sign-out"),
          min: 15,
          max: year,
          seen: "account-settings#sessions",
        }),
        {
          kind: "number",
          path: "auth.sessions.maxPerUser",
          words: t("devices, number of devices, concurrent sessions"),
          seen: "account-settings#sessions",
          label: t("Sessions of one user"),
          hint: t("A further sign-in ends the session that was used least recently."),
          min: 1,
          max: 100,
          isRequired: true,
        },
        minutes("auth.sessions.reauthenticationMinutes", t("Changes to the sign-in need a sign-in within"), {
          words: t("re-authentication, confirm identity, sudo mode"),
          hint: t("Users show their password, passkey or a code again before they change how they sign in."),
          min: 1,
          max: month,
          seen: "account-settings#auth",
        }),
      ],
    },
    {
      title: t("Links and codes of emails"),
      description: t("For how long they can be used."),
      settings: [
        code("signIn", t("Sign-in"), day, t("magic link expiry, code validity")),
        code("passwordReset", t("Password reset"), day, t("reset link expiry, forgotten password")),
        code(
          "emailVerification",
          t("Email verification"),
          month,
          t("verification link expiry, verify email, confirm email"),
        ),
        code("teamInvitation", t("Team invitation"), month, t("invitation expiry, invite link")),
      ],
    },
  ];
}

function limitCards(t: Translate): MethodCard[] {
  const limit = (name: string, label: string, section: "auth" | "team-creation" | "api-keys" | "settings") =>
    ({
      kind: "number",
      path: `limits.${name}`,
      label,
      min: 1,
      max: 1000,
      isRequired: true,
      seen: `account-settings#${section}`,
      words: t("quota, maximum, how many"),
    }) as const;
  return [
    {
      title: t("Limits of a user"),
      description: t(
        "How much one user or team can have. It holds for your servers too. What there is beyond it stays.",
      ),
      settings: [
        limit("contactChannelsPerUser", t("Email addresses"), "auth"),
        limit("teamsPerCreator", t("Teams made by a user"), "team-creation"),
        limit("apiKeysPerUser", t("API keys of one user"), "api-keys"),
        limit("apiKeysPerTeam", t("API keys of one team"), "settings"),
        limit("passkeysPerUser", t("Passkeys of one user"), "auth"),
        limit("linkedAccountsPerUser", t("Linked accounts of one user"), "auth"),
        limit("passkeyChallengesPerUser", t("Passkey registrations at once"), "auth"),
      ],
    },
  ];
}
