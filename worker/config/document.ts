import * as z from "zod";
import { apiKeys } from "./areas/api-keys";
import { appearance } from "./areas/appearance";
import { audit } from "./areas/audit";
import { auth } from "./areas/auth";
import { dataVault } from "./areas/data-vault";
import { domains } from "./areas/domains";
import { emails } from "./areas/emails";
import { hostedPages } from "./areas/hosted-pages";
import { limits } from "./areas/limits";
import { payments } from "./areas/payments";
import { rbac } from "./areas/rbac";
import { teams } from "./areas/teams";
import { users } from "./areas/users";
import { workflows } from "./areas/workflows";

/**
 * Every setting of a project, in the order in which the document is rendered. `sourceOfTruth` is not here: a project's
 * owner may not override it, and it is always `hosted`.
 */
export const configDocument = z.object({
  auth,
  teams,
  users,
  domains,
  apiKeys,
  rbac,
  emails,
  payments,
  dataVault,
  workflows,
  appearance,
  hostedPages,
  audit,
  limits,
});

/** Rendered documents are shared between requests. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The complete configuration of a project, with every default filled in. */
export type ProjectConfig = DeepReadonly<{ sourceOfTruth: { type: "hosted" } } & z.output<typeof configDocument>>;

/** One provider of `auth.oauth.providers`. */
export type OAuthProviderConfig = ProjectConfig["auth"]["oauth"]["providers"][string];

/** One offer of `payments.offers`. */
export type OfferConfig = ProjectConfig["payments"]["offers"][string];
