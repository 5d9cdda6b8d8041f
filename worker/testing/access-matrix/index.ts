import { apiKeys } from "./api-keys";
import { assistant } from "./assistant";
import { auth } from "./auth";
import { dataVault } from "./data-vault";
import { emailContent } from "./email-content";
import { emails } from "./emails";
import { integrations } from "./integrations";
import { payments } from "./payments";
import { permissions } from "./permissions";
import { portal } from "./portal";
import { projects } from "./projects";
import { purchases } from "./purchases";
import type { Row } from "./row";
import { stripe } from "./stripe";
import { teams } from "./teams";
import { users } from "./users";
import { webhooks } from "./webhooks";

/** The outcome of each request by each role. */
export const rows: Row[] = [
  ...auth,
  ...users,
  ...teams,
  ...projects,
  ...permissions,
  ...apiKeys,
  ...dataVault,
  ...payments,
  ...stripe,
  ...purchases,
  ...portal,
  ...webhooks,
  ...assistant,
  ...emails,
  ...emailContent,
  ...integrations,
];
