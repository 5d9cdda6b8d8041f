import type { Message as ComponentMessage, Plain } from "../../ui/translation/message";
import type apiKeys from "./texts/api-keys.json";
import type appearance from "./texts/appearance.json";
import type auditLog from "./texts/audit-log.json";
import type dataVault from "./texts/data-vault.json";
import type domains from "./texts/domains.json";
import type emails from "./texts/emails.json";
import type frame from "./texts/frame.json";
import type integrations from "./texts/integrations.json";
import type overview from "./texts/overview.json";
import type owners from "./texts/owners.json";
import type payments from "./texts/payments.json";
import type permissions from "./texts/permissions.json";
import type projects from "./texts/projects.json";
import type settings from "./texts/settings.json";
import type signInMethods from "./texts/sign-in-methods.json";
import type teams from "./texts/teams.json";
import type usage from "./texts/usage.json";
import type users from "./texts/users.json";
import type webhooks from "./texts/webhooks.json";

/** The texts of each section, by their English, with their translations. */
interface Sections {
  "api-keys": typeof apiKeys;
  appearance: typeof appearance;
  "audit-log": typeof auditLog;
  "data-vault": typeof dataVault;
  domains: typeof domains;
  emails: typeof emails;
  frame: typeof frame;
  integrations: typeof integrations;
  overview: typeof overview;
  owners: typeof owners;
  payments: typeof payments;
  permissions: typeof permissions;
  projects: typeof projects;
  settings: typeof settings;
  "sign-in-methods": typeof signInMethods;
  teams: typeof teams;
  usage: typeof usage;
  users: typeof users;
  webhooks: typeof webhooks;
}

/** A section of the dashboard, or its frame with all that several sections show: the name of its file. */
export type Section = keyof Sections;

/** An English text of the dashboard, or of the components. */
export type Message = ComponentMessage | { [Name in Section]: keyof Sections[Name] }[Section];

/** A text without placeholders and elements, for tables of texts. */
export type PlainMessage = Plain<Message>;

/** Marks an English text that is translated where it is shown, such as the label of a table's column: `t(label)`. */
export function msg<Text extends Message>(text: Text): Text {
  return text;
}
