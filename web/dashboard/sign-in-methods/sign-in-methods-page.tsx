import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { configOptions, useConfig } from "../forms/config";
import { settingAt, settingsIn } from "../forms/config-document";
import { ConfigForm, ConfigSwitch } from "../forms/config-form";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { MethodSwitch } from "./method-switch";
import { ProvidersCard } from "./providers-card";
import { TestSignIn } from "./test-sign-in";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** Shows how users sign in, what protects their accounts, and how long they stay signed in. */
export function SignInMethodsPage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Sign-in methods")}
        description={t(
          "How people sign up and sign in. What you switch takes effect at once, on every page and in every app.",
        )}
        reference="Project settings"
        actions={<TestSignIn />}
      />
      <NoMethodWarning />
      <Card title={t("Methods")}>
        <div className="flex flex-col gap-5">
          <MethodSwitch
            method="password"
            label={t("Password")}
            hint={t("With the email address. Users reset it by an email.")}
          />
          <MethodSwitch
            method="otp"
            label={t("Email code and magic link")}
            hint={t("An email with a code of six characters and a link, either of which signs in.")}
          />
          <MethodSwitch
            method="passkey"
            label={t("Passkey")}
            hint={t("The fingerprint, face or PIN of a device. Cannot be phished.")}
          />
          <ConfigSwitch
            path="auth.anonymous.allowSignUp"
            label={t("Anonymous users")}
            hint={t("People use an account before they sign up, and keep what they made when they sign up.")}
          />
        </div>
      </Card>
      <ProvidersCard />
      <Card title={t("Sign-up")}>
        <div className="flex flex-col gap-5">
          <ConfigSwitch
            path="auth.allowSignUp"
            label={t("New users may sign up")}
            hint={t("While it is off, users are created here, by your backend, or by invitation to a team.")}
          />
          <ConfigSwitch
            path="users.allowClientUserDeletion"
            label={t("Users may delete their account")}
            hint={t("In their account settings.")}
          />
        </div>
      </Card>
      <PasswordsForm />
      <Card
        title={t("Two-step verification")}
        description={t("A code besides the password, email or provider, so that one stolen secret is not enough.")}
      >
        <ConfigSwitch
          path="auth.totp.allowSetUp"
          label={t("Users may set up an authenticator app")}
          hint={t(
            "Each user decides, and gets recovery codes. A passkey that recognises its user needs no code. Those who have an app keep it while this is off.",
          )}
        />
      </Card>
      <SessionsForm />
      <LimitsForm />
      <CodesForm />
      <div id="teams-of-users" className="scroll-mt-6">
        <Card title={t("Teams")}>
          <div className="flex flex-col gap-5">
            <ConfigSwitch path="teams.allowClientTeamCreation" label={t("Users may create teams")} />
            <ConfigSwitch
              path="teams.createPersonalTeamOnSignUp"
              label={t("A team for each new user")}
              hint={t("Created when they sign up, with them as its only member.")}
            />
            <ConfigSwitch
              path="teams.invitationsForRecipientOnly"
              label={t("Invitations only for their recipients")}
              hint={t(
                "Who joins a team by a link must have verified the address that it was emailed to. Otherwise anyone who has the link can join.",
              )}
            />
          </div>
        </Card>
      </div>
      <Card title={t("Notices of changes")}>
        <ConfigSwitch
          path="auth.securityNotices"
          label={t("Email users when a password, passkey or address of theirs changes")}
          hint={t("So that they notice when it was not them.")}
        />
      </Card>
    </div>
  );
}

function NoMethodWarning() {
  const t = useTranslation();
  const config = useConfig();
  const isOn = ["password", "otp", "passkey"].some((name) => settingAt(config, `auth.${name}.allowSignIn`) === true);
  const hasProvider = settingsIn(config, "auth.oauth.providers").some(([, { allowSignIn }]) => allowSignIn === true);
  if (isOn || hasProvider) return null;
  return <Alert tone="warning">{t("No method is switched on: users cannot sign in or sign up.")}</Alert>;
}

function PasswordsForm() {
  const t = useTranslation();
  return (
    <ConfigForm
      title={t("Passwords")}
      description={t(
        "Passwords that are common, were breached, or are made from the user’s address are guessed first.",
      )}
      fields={[
        {
          kind: "number",
          path: "auth.password.minLength",
          label: t("Shortest password"),
          hint: t("Characters of passwords that users choose from now on. Longer ones are harder to guess."),
          min: 8,
          max: 64,
        },
        {
          kind: "choice",
          path: "auth.password.knownPasswords",
          label: t("Known passwords"),
          options: [
            { value: "allow", label: t("Allow") },
            { value: "refuse_in_production", label: t("Refuse in production mode") },
            { value: "refuse", label: t("Refuse") },
          ],
        },
      ]}
    />
  );
}

function SessionsForm() {
  const t = useTranslation();
  const year = 367 * 24 * 60;
  return (
    <ConfigForm
      title={t("Sessions")}
      description={t("How long users stay signed in. An empty field is no limit, except the first one.")}
      fields={[
        {
          kind: "number",
          path: "auth.sessions.lifetimeMinutes",
          label: t("Ends after"),
          unit: "minutes",
          hint: t("From the sign-in on, however often the session is used. Empty: a year."),
          min: 5,
          max: year,
        },
        {
          kind: "number",
          path: "auth.sessions.idleMinutes",
          label: t("Ends when it is not used for"),
          unit: "minutes",
          min: 15,
          max: year,
        },
        {
          kind: "number",
          path: "auth.sessions.maxPerUser",
          label: t("Sessions of one user"),
          hint: t("A further sign-in ends the session that was used least recently."),
          min: 1,
          max: 100,
          isRequired: true,
        },
        {
          kind: "number",
          path: "auth.sessions.reauthenticationMinutes",
          label: t("Changes to the sign-in need a sign-in within"),
          unit: "minutes",
          hint: t("Users show their password, passkey or a code again before they change how they sign in."),
          min: 1,
          max: 30 * 24 * 60,
        },
      ]}
    />
  );
}

function CodesForm() {
  const t = useTranslation();
  const [day, month] = [24 * 60, 30 * 24 * 60];
  const code = (name: string, label: string, max: number) =>
    ({ kind: "number", path: `auth.codes.${name}`, label, unit: "minutes", min: 5, max, isRequired: true }) as const;
  return (
    <ConfigForm
      title={t("Links and codes of emails")}
      description={t("For how long they can be used.")}
      fields={[
        code("signIn", t("Sign-in"), day),
        code("passwordReset", t("Password reset"), day),
        code("emailVerification", t("Email verification"), month),
        code("teamInvitation", t("Team invitation"), month),
      ]}
    />
  );
}

function LimitsForm() {
  const t = useTranslation();
  const limit = (name: string, label: string) =>
    ({ kind: "number", path: `limits.${name}`, label, min: 1, max: 1000, isRequired: true }) as const;
  return (
    <ConfigForm
      title={t("Limits of a user")}
      description={t(
        "How much one user or team can have. It holds for your servers too. What there is beyond it stays.",
      )}
      fields={[
        limit("contactChannelsPerUser", t("Email addresses")),
        limit("teamsPerCreator", t("Teams made by a user")),
        limit("apiKeysPerUser", t("API keys of one user")),
        limit("apiKeysPerTeam", t("API keys of one team")),
        limit("passkeysPerUser", t("Passkeys of one user")),
        limit("linkedAccountsPerUser", t("Linked accounts of one user")),
        limit("passkeyChallengesPerUser", t("Passkey registrations at once")),
      ]}
    />
  );
}
