import CompassIcon from "lucide-react/icons/compass";
import CreditCardIcon from "lucide-react/icons/credit-card";
import FingerprintIcon from "lucide-react/icons/fingerprint-pattern";
import GaugeIcon from "lucide-react/icons/gauge";
import GlobeIcon from "lucide-react/icons/globe";
import KeyRoundIcon from "lucide-react/icons/key-round";
import LockKeyholeIcon from "lucide-react/icons/lock-keyhole";
import MailIcon from "lucide-react/icons/mail";
import NetworkIcon from "lucide-react/icons/network";
import PaletteIcon from "lucide-react/icons/palette";
import ScrollTextIcon from "lucide-react/icons/scroll-text";
import SettingsIcon from "lucide-react/icons/settings";
import ShieldCheckIcon from "lucide-react/icons/shield-check";
import UserCogIcon from "lucide-react/icons/user-cog";
import UsersIcon from "lucide-react/icons/users";
import WebhookIcon from "lucide-react/icons/webhook";
import { msg } from "../translation/message";

/** The sections of a project below each heading, in the order of the navigation and the command palette. The first have none. */
export const sectionGroups = [
  {
    heading: null,
    members: [{ to: "/projects/$projectId/overview", label: msg("Overview"), icon: CompassIcon }],
  },
  {
    heading: msg("Users and teams"),
    members: [
      { to: "/projects/$projectId/users", label: msg("Users"), icon: UsersIcon },
      { to: "/projects/$projectId/teams", label: msg("Teams"), icon: NetworkIcon },
      { to: "/projects/$projectId/permissions", label: msg("Permissions"), icon: ShieldCheckIcon },
    ],
  },
  {
    heading: msg("Product"),
    members: [
      { to: "/projects/$projectId/sign-in-methods", label: msg("Sign-in methods"), icon: FingerprintIcon },
      { to: "/projects/$projectId/appearance", label: msg("Pages and appearance"), icon: PaletteIcon },
      { to: "/projects/$projectId/domains", label: msg("Domains"), icon: GlobeIcon },
      { to: "/projects/$projectId/emails", label: msg("Emails"), icon: MailIcon },
      { to: "/projects/$projectId/payments", label: msg("Payments"), icon: CreditCardIcon },
    ],
  },
  {
    heading: msg("Developers"),
    members: [
      { to: "/projects/$projectId/api-keys", label: msg("API keys"), icon: KeyRoundIcon },
      { to: "/projects/$projectId/webhooks", label: msg("Webhooks"), icon: WebhookIcon },
      { to: "/projects/$projectId/data-vault", label: msg("Data vault"), icon: LockKeyholeIcon },
      { to: "/projects/$projectId/audit-log", label: msg("Audit log"), icon: ScrollTextIcon },
    ],
  },
  {
    heading: msg("Project"),
    members: [
      { to: "/projects/$projectId/owners", label: msg("Owners"), icon: UserCogIcon },
      { to: "/projects/$projectId/usage", label: msg("Usage"), icon: GaugeIcon },
      { to: "/projects/$projectId/settings", label: msg("Settings"), icon: SettingsIcon },
    ],
  },
] as const;

export type Section = (typeof sectionGroups)[number]["members"][number];

export const sections = sectionGroups.flatMap(({ members }): readonly Section[] => members);
