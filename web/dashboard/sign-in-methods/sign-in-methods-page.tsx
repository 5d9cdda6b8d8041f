import { useQueryClient } from "@tanstack/react-query";
import ExternalLinkIcon from "lucide-react/icons/external-link";
import { useState } from "react";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Switch } from "../../ui/forms/switch";
import { Dialog } from "../../ui/overlays/dialog";
import { useAsk } from "../dialogs/modal";
import { configOptions, useConfig } from "../forms/config";
import { settingAt, settingsIn } from "../forms/config-document";
import { SettingsCard, type SettingsCardProps, useConfigSwitch } from "../forms/config-form";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { metricsOptions } from "../usage/queries";
import { ProvidersCard } from "./providers-card";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** Shows how users sign in, what protects their accounts, and how long they stay signed in. */
export function SignInMethodsPage() {
  const t = useTranslation();
  return (
    <SectionPage
      title={t("Sign-in methods")}
      description={t(
        "How people sign up and sign in. What you switch takes effect at once, on every page and in every app.",
      )}
      reference="Project settings"
      actions={<TestSignIn />}
    >
      <NoMethodWarning />
      <SettingsCard
        title={t("Methods")}
        settings={[
          <MethodSwitch
            key="password"
            method="password"
            label={t("Password")}
            hint={t("With the email address. Users reset it by an email.")}
          />,
          <MethodSwitch
            key="otp"
            method="otp"
            label={t("Email code and magic link")}
            hint={t("An email with a code of six characters and a link, either of which signs in.")}
          />,
          <MethodSwitch
            key="passkey"
            method="passkey"
            label={t("Passkey")}
            hint={t("The fingerprint, face or PIN of a device. Cannot be phished.")}
          />,
          {
            kind: "switch",
            path: "auth.anonymous.allowSignUp",
            label: t("Anonymous users"),
            hint: t("People use an account before they sign up, and keep what they made when they sign up."),
          },
        ]}
      />
      <ProvidersCard />
      {cardsOf(t).map((card) => (
        <SettingsCard key={card.title} {...card} />
      ))}
    </SectionPage>
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

const [day, month, year] = [24 * 60, 30 * 24 * 60, 367 * 24 * 60];

/** The settings of the page below those of the providers. */
function cardsOf(t: Translate): SettingsCardProps[] {
  const minutes = (path: string, label: string, limits: { min: number; max: number; hint?: string }) =>
    ({ kind: "number", unit: "minutes", path, label, ...limits }) as const;
  const code = (name: string, label: string, max: number) =>
    ({ ...minutes(`auth.codes.${name}`, label, { min: 5, max }), isRequired: true }) as const;
  const limit = (name: string, label: string) =>
    ({ kind: "number", path: `limits.${name}`, label, min: 1, max: 1000, isRequired: true }) as const;
  return [
    {
      title: t("Sign-up"),
      settings: [
        {
          kind: "switch",
          path: "auth.allowSignUp",
          label: t("New users may sign up"),
          hint: t("While it is off, users are created here, by your backend, or by invitation to a team."),
        },
        {
          kind: "switch",
          path: "users.allowClientUserDeletion",
          label: t("Users may delete their account"),
          hint: t("In their account settings."),
        },
      ],
    },
    {
      title: t("Passwords"),
      description: t(
        "Passwords that are common, were breached, or are made from the user’s address are guessed first.",
      ),
      settings: [
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
      ],
    },
    {
      title: t("Two-step verification"),
      description: t("A code besides the password, email or provider, so that one stolen secret is not enough."),
      settings: [
        {
          kind: "switch",
          path: "auth.totp.allowSetUp",
          label: t("Users may set up an authenticator app"),
          hint: t(
            "Each user decides, and gets recovery codes. A passkey that recognises its user needs no code. Those who have an app keep it while this is off.",
          ),
        },
      ],
    },
    {
      title: t("Sessions"),
      description: t("How long users stay signed in. An empty field is no limit, except the first one."),
      settings: [
        minutes("auth.sessions.lifetimeMinutes", t("Ends after"), {
          hint: t("From the sign-in on, however often the session is used. Empty: a year."),
          min: 5,
          max: year,
        }),
        minutes("auth.sessions.idleMinutes", t("Ends when it is not used for"), { min: 15, max: year }),
        {
          kind: "number",
          path: "auth.sessions.maxPerUser",
          label: t("Sessions of one user"),
          hint: t("A further sign-in ends the session that was used least recently."),
          min: 1,
          max: 100,
          isRequired: true,
        },
        minutes("auth.sessions.reauthenticationMinutes", t("Changes to the sign-in need a sign-in within"), {
          hint: t("Users show their password, passkey or a code again before they change how they sign in."),
          min: 1,
          max: month,
        }),
      ],
    },
    {
      title: t("Limits of a user"),
      description: t(
        "How much one user or team can have. It holds for your servers too. What there is beyond it stays.",
      ),
      settings: [
        limit("contactChannelsPerUser", t("Email addresses")),
        limit("teamsPerCreator", t("Teams made by a user")),
        limit("apiKeysPerUser", t("API keys of one user")),
        limit("apiKeysPerTeam", t("API keys of one team")),
        limit("passkeysPerUser", t("Passkeys of one user")),
        limit("linkedAccountsPerUser", t("Linked accounts of one user")),
        limit("passkeyChallengesPerUser", t("Passkey registrations at once")),
      ],
    },
    {
      title: t("Links and codes of emails"),
      description: t("For how long they can be used."),
      settings: [
        code("signIn", t("Sign-in"), day),
        code("passwordReset", t("Password reset"), day),
        code("emailVerification", t("Email verification"), month),
        code("teamInvitation", t("Team invitation"), month),
      ],
    },
    {
      id: "teams-of-users",
      title: t("Teams"),
      settings: [
        { kind: "switch", path: "teams.allowClientTeamCreation", label: t("Users may create teams") },
        {
          kind: "switch",
          path: "teams.createPersonalTeamOnSignUp",
          label: t("A team for each new user"),
          hint: t("Created when they sign up, with them as its only member."),
        },
        {
          kind: "switch",
          path: "teams.invitationsForRecipientOnly",
          label: t("Invitations only for their recipients"),
          hint: t(
            "Who joins a team by a link must have verified the address that it was emailed to. Otherwise anyone who has the link can join.",
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
          label: t("Email users when a password, passkey or address of theirs changes"),
          hint: t("So that they notice when it was not them."),
        },
      ],
    },
  ];
}

/** The switch of a sign-in method. Where users have the method, it asks before it goes off: they may have no other. */
function MethodSwitch({
  method,
  label,
  hint,
}: {
  method: "password" | "otp" | "passkey";
  label: string;
  hint: string;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const { isOn, isBusy, change } = useConfigSwitch(`auth.${method}.allowSignIn`);
  const ask = useAsk();

  async function switchOff() {
    const metrics = await queryClient.fetchQuery(metricsOptions(app)).catch(() => undefined);
    const users = metrics && (metrics.login_methods.find((each) => each.method === method)?.count ?? 0);
    if (users === 0) return change(false);
    ask({
      title: t("Switch off “{name}”?", { name: label }),
      description: (
        <>
          {users !== undefined &&
            `${t("{count, plural, one {# user has} other {# users have}} this method.", { count: users })} `}
          {t("Users who have no other method cannot sign in while it is off. Those who are signed in stay so.")}
        </>
      ),
      confirmLabel: t("Switch off"),
      mutationFn: () => change(false),
    });
  }

  return (
    <Switch
      label={label}
      hint={hint}
      isOn={isOn}
      aria-busy={isBusy}
      onSwitch={(isOn) => void (isOn ? change(true) : switchOff())}
    />
  );
}

/** Leads to the hosted sign-in page of the project, as its users see it. Not there while hosted pages are off. */
function TestSignIn() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  const [isOpen, setIsOpen] = useState(false);
  if (settingAt(useConfig(), "hostedPages.enabled") !== true) return null;
  const address = `${window.location.origin}/handler/sign-in?project_id=${id}`;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t("Try the sign-in")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t("Try the sign-in")}
        description={t(
          "Open the sign-in page in a private window to see what a new user sees. In this window it shows the account instead if you are signed in to the project already.",
        )}
        actions={
          <a href={address} target="_blank" rel="noreferrer" className={buttonClasses("primary")}>
            <ExternalLinkIcon aria-hidden="true" />
            {t("Open in a new tab")}
          </a>
        }
      >
        <CopyField label={t("Address of the sign-in page")} value={address} />
      </Dialog>
    </>
  );
}
