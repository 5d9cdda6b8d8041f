import * as z from "zod";
import { accountMergeStrategies, providerTypes } from "../oauth-choices";
import { permissionIdForm } from "../permission-ids";
import { secret } from "../settings";

const provider = z.object({
  type: z.enum(providerTypes).optional(),
  isShared: z.boolean().default(true),
  allowSignIn: z.boolean().default(false),
  allowConnectedAccounts: z.boolean().default(false),
  clientId: z.string().optional(),
  clientSecret: z.string().check(secret).optional(),
  facebookConfigId: z.string().optional(),
  microsoftTenantId: z.string().optional(),
});

export const auth = z.object({
  allowSignUp: z.boolean().default(true),
  password: z.object({
    allowSignIn: z.boolean().default(false),
    /** Whether users may choose passwords that are common, were breached, or are made from their address. */
    knownPasswords: z.enum(["allow", "refuse_in_production", "refuse"]).default("allow"),
  }),
  otp: z.object({ allowSignIn: z.boolean().default(false) }),
  passkey: z.object({ allowSignIn: z.boolean().default(false) }),
  oauth: z.object({
    accountMergeStrategy: z.enum(accountMergeStrategies).default("link_method"),
    providers: z.record(permissionIdForm, provider),
  }),
});
