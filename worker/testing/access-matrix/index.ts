import { apiKeys } from "./api-keys";
import { auth } from "./auth";
import { dataVault } from "./data-vault";
import { assistant, emailContent } from "./email-content";
import { emails } from "./emails";
import { integrations } from "./integrations";
import { payments, portal, purchases, stripe } from "./payments";
import { permissions } from "./permissions";
import { projects } from "./projects";
import type { Row } from "./row";
import { webhooks } from "./svix";
import { teams } from "./teams";
import { users } from "./users";

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
