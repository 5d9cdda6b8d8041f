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

/**
 * The sections of a project, in the order of the navigation and the command palette. `group` is the heading above them; the
 * first has none.
 */
export const sections = [
  { to: "/projects/$projectId/overview", label: msg("Overview"), icon: CompassIcon, group: null },
  { to: "/projects/$projectId/users", label: msg("Users"), icon: UsersIcon, group: msg("Users and teams") },
  { to: "/projects/$projectId/teams", label: msg("Teams"), icon: NetworkIcon, group: msg("Users and teams") },
  {
    to: "/projects/$projectId/permissions",
    label: msg("Permissions"),
    icon: ShieldCheckIcon,
    group: msg("Users and teams"),
  },
  {
    to: "/projects/$projectId/sign-in-methods",
    label: msg("Sign-in methods"),
    icon: FingerprintIcon,
    group: msg("Product"),
  },
  {
    to: "/projects/$projectId/appearance",
    label: msg("Pages and appearance"),
    icon: PaletteIcon,
    group: msg("Product"),
  },
  { to: "/projects/$projectId/domains", label: msg("Domains"), icon: GlobeIcon, group: msg("Product") },
  { to: "/projects/$projectId/emails", label: msg("Emails"), icon: MailIcon, group: msg("Product") },
  { to: "/projects/$projectId/payments", label: msg("Payments"), icon: CreditCardIcon, group: msg("Product") },
  { to: "/projects/$projectId/api-keys", label: msg("API keys"), icon: KeyRoundIcon, group: msg("Developers") },
  { to: "/projects/$projectId/webhooks", label: msg("Webhooks"), icon: WebhookIcon, group: msg("Developers") },
  {
    to: "/projects/$projectId/data-vault",
    label: msg("Data vault"),
    icon: LockKeyholeIcon,
    group: msg("Developers"),
  },
  { to: "/projects/$projectId/audit-log", label: msg("Audit log"), icon: ScrollTextIcon, group: msg("Developers") },
  { to: "/projects/$projectId/owners", label: msg("Owners"), icon: UserCogIcon, group: msg("Project") },
  { to: "/projects/$projectId/usage", label: msg("Usage"), icon: GaugeIcon, group: msg("Project") },
  { to: "/projects/$projectId/settings", label: msg("Settings"), icon: SettingsIcon, group: msg("Project") },
] as const;

export type Section = (typeof sections)[number];

/** The sections below each heading, in order. */
export function sectionGroups(): { heading: Section["group"]; members: Section[] }[] {
  const groups: { heading: Section["group"]; members: Section[] }[] = [];
  for (const section of sections) {
    const group = groups.find(({ heading }) => heading === section.group);
    if (group) group.members.push(section);
    else groups.push({ heading: section.group, members: [section] });
  }
  return groups;
}
