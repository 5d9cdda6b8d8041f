import type { Message as ComponentMessage, Plain } from "../../ui/translation/message";
import type apiKeys from "./catalogues/api-keys/de-DE.json";
import type appearance from "./catalogues/appearance/de-DE.json";
import type auditLog from "./catalogues/audit-log/de-DE.json";
import type dataVault from "./catalogues/data-vault/de-DE.json";
import type domains from "./catalogues/domains/de-DE.json";
import type emails from "./catalogues/emails/de-DE.json";
import type frame from "./catalogues/frame/de-DE.json";
import type integrations from "./catalogues/integrations/de-DE.json";
import type overview from "./catalogues/overview/de-DE.json";
import type owners from "./catalogues/owners/de-DE.json";
import type payments from "./catalogues/payments/de-DE.json";
import type permissions from "./catalogues/permissions/de-DE.json";
import type projects from "./catalogues/projects/de-DE.json";
import type settings from "./catalogues/settings/de-DE.json";
import type signInMethods from "./catalogues/sign-in-methods/de-DE.json";
import type teams from "./catalogues/teams/de-DE.json";
import type usage from "./catalogues/usage/de-DE.json";
import type users from "./catalogues/users/de-DE.json";
import type webhooks from "./catalogues/webhooks/de-DE.json";

/** The texts of the dashboard's frame and of each section, by their area: those of all languages are the same. */
interface Areas {
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

/** A section, or the frame with all that several sections show: an area has a catalogue in each language. */
export type Area = keyof Areas;

/** An English text of the dashboard, or of the components. */
export type Message = ComponentMessage | { [Name in Area]: keyof Areas[Name] }[Area];

/** A text without placeholders and elements, for tables of texts. */
export type PlainMessage = Plain<Message>;
