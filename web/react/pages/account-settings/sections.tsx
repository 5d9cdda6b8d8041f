import BellIcon from "lucide-react/icons/bell";
import CirclePlusIcon from "lucide-react/icons/circle-plus";
import ContactIcon from "lucide-react/icons/contact";
import CreditCardIcon from "lucide-react/icons/credit-card";
import KeyIcon from "lucide-react/icons/key";
import MonitorIcon from "lucide-react/icons/monitor";
import SettingsIcon from "lucide-react/icons/settings";
import ShieldCheckIcon from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { Project, Team } from "../../../kit";
import { Avatar } from "../../../ui/data/avatar";
import { TextField } from "../../../ui/forms/text-field";
import type { PlainMessage } from "../../../ui/translation/message";
import type { Translate } from "../../../ui/translation/translate";
import { useTranslation } from "../../../ui/translation/use-translation";
import { fieldOf } from "../../forms/form";
import { FormCard } from "../../forms/form-card";
import { ApiKeysCard } from "./api-keys/api-keys-card";
import { EmailsCard } from "./auth/emails-card";
import { LinkedAccountsCard } from "./auth/linked-accounts-card";
import { PasskeysCard } from "./auth/passkeys-card";
import { PasswordCard } from "./auth/password-card";
import { MfaCard, OtpCard } from "./auth/switch-cards";
import { Billing } from "./billing/billing";
import { NotificationsSection } from "./notifications-section";
import { ImageCard } from "./parts/image-card";
import { checkName, NameCard } from "./parts/name-card";
import { type Section, type SectionProps, useShownSection } from "./section";
import { SessionsSection } from "./sessions/sessions-section";
import { SettingsSection } from "./settings-section";
import { ReceivedInvitationsCard } from "./teams/received-invitations-card";
import { TeamSection } from "./teams/team-section";

const icons = {
  Contact: <ContactIcon aria-hidden="true" />,
  ShieldCheck: <ShieldCheckIcon aria-hidden="true" />,
  Bell: <BellIcon aria-hidden="true" />,
  Monitor: <MonitorIcon aria-hidden="true" />,
  Key: <KeyIcon aria-hidden="true" />,
  Settings: <SettingsIcon aria-hidden="true" />,
  CirclePlus: <CirclePlusIcon aria-hidden="true" />,
};

/** A section that the website adds. */
export type AccountSettingsItem = {
  /** The hash of its address. */
  id: string;
  title: string;
  content: ReactNode;
  icon?: ReactNode;
  /** One of the icons of the built-in sections, in place of `icon`. */
  iconName?: keyof typeof icons;
};

type BuiltInSection = Omit<Section, "title" | "description" | "group"> & {
  title: PlainMessage;
  description?: PlainMessage;
  group?: PlainMessage;
  isOffered?: (project: Project, shownId: string | undefined) => boolean;
};

const builtInSections: readonly BuiltInSection[] = [
  { id: "profile", title: "My profile", icon: icons.Contact, render: (props) => <ProfileSection {...props} /> },
  { id: "auth", title: "Emails and sign-in", icon: icons.ShieldCheck, render: (props) => <AuthSection {...props} /> },
  {
    id: "notifications",
    title: "Notifications",
    description: "Choose which emails you want to receive.",
    icon: icons.Bell,
    render: (props) => <NotificationsSection {...props} />,
  },
  {
    id: "sessions",
    title: "Active sessions",
    description: "Where you are signed in. Sign out what you do not recognise or no longer use.",
    icon: icons.Monitor,
    render: (props) => <SessionsSection {...props} />,
  },
  {
    id: "api-keys",
    title: "API keys",
    icon: icons.Key,
    isOffered: ({ config }) => config.allowUserApiKeys,
    render: (props) => <ApiKeysSection {...props} />,
  },
  {
    id: "billing",
    title: "Billing",
    description: "Your subscriptions, purchases and invoices.",
    icon: <CreditCardIcon aria-hidden="true" />,
    // A link of the website leads there in any case: what a backend has offered is in no configuration.
    isOffered: ({ config }, shownId) => shownId === "billing" || !!config.customerTypes?.includes("user"),
    render: ({ user }) => <Billing customer={user} />,
  },
  { id: "settings", title: "Settings", icon: icons.Settings, render: (props) => <SettingsSection {...props} /> },
];

/** The sections in order: those of the account, those of the website, those of the teams. */
export function sectionsFor(
  project: Project,
  teams: readonly Team[],
  extraItems: readonly AccountSettingsItem[],
  shownId: string | undefined,
  t: Translate,
): Section[] {
  return [
    ...builtInSections
      .filter(({ isOffered }) => !isOffered || isOffered(project, shownId))
      .map((section) => translated(section, t)),
    ...extraItems.map(({ id, title, icon, iconName = "CirclePlus", content }) => ({
      id,
      title,
      icon: icon ?? icons[iconName],
      render: () => content,
    })),
    ...teams.map((team) => teamSection(team, t)),
    ...(project.config.clientTeamCreationEnabled ? [translated(teamCreationSection, t)] : []),
  ];
}

function translated({ title, description, group, ...section }: BuiltInSection, t: Translate): Section {
  return {
    ...section,
    title: t(title),
    description: description && t(description),
    group: group && t(group),
  };
}

function teamSection(team: Team, t: Translate): Section {
  return {
    id: `team-${team.id}`,
    title: team.displayName,
    group: t("Teams"),
    icon: <Avatar name={team.displayName} imageUrl={team.profileImageUrl} className="size-6 text-2xs" />,
    render: (props) => <TeamSection {...props} team={team} />,
  };
}

const teamCreationSection: BuiltInSection = {
  id: "team-creation",
  title: "Create a team",
  group: "Teams",
  icon: icons.CirclePlus,
  render: (props) => <TeamCreationSection {...props} />,
};

function ProfileSection({ user }: SectionProps) {
  const t = useTranslation();
  return (
    <>
      <ReceivedInvitationsCard user={user} />
      <NameCard
        title={t("Name")}
        description={t("What others see. It is not used for signing in.")}
        label={t("Display name")}
        name={user.displayName}
        autoComplete="name"
        isOptional
        savedMessage={t("Your name has been saved.")}
        onSave={(displayName) => user.setDisplayName(displayName || null)}
      />
      <ImageCard
        of="user"
        name={user.displayName ?? user.primaryEmail}
        imageUrl={user.profileImageUrl}
        onSave={(profileImageUrl) => user.update({ profileImageUrl })}
      />
    </>
  );
}

function ApiKeysSection({ user }: SectionProps) {
  const t = useTranslation();
  return (
    <ApiKeysCard
      owner={user}
      title={t("Your API keys")}
      description={t("A program that has one of them acts in your name. Create a separate key for each program.")}
    />
  );
}

/** Creates a team, and opens its section. */
function TeamCreationSection({ user }: SectionProps) {
  const t = useTranslation();
  const { show } = useShownSection();
  const form = useForm({ defaultValues: { displayName: "" } });
  return (
    <FormCard
      form={form}
      title={t("New team")}
      description={t("You are its first member.")}
      saveLabel={t("Create team")}
      savedMessage={t("Your team is created.")}
      onSave={async ({ displayName }) => {
        const team = await user.createTeam({ displayName: displayName.trim() });
        show(`team-${team.id}`);
      }}
    >
      <TextField
        label={t("Display name of the team")}
        dir="auto"
        autoComplete="off"
        {...fieldOf(form, "displayName", { validate: checkName(t) })}
      />
    </FormCard>
  );
}

/** The user's addresses, and the authentication methods that the project offers. */
function AuthSection(props: SectionProps) {
  const { credentialEnabled, passkeyEnabled, magicLinkEnabled, totpMfaEnabled } = props.project.config;
  return (
    <>
      <EmailsCard {...props} />
      {credentialEnabled && <PasswordCard {...props} />}
      {passkeyEnabled && <PasskeysCard {...props} />}
      {magicLinkEnabled && <OtpCard {...props} />}
      <LinkedAccountsCard {...props} />
      {(totpMfaEnabled !== false || props.user.isMultiFactorRequired) && <MfaCard {...props} />}
    </>
  );
}
