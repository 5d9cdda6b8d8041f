import * as z from "zod";
import { permissionId, secret } from "../settings";

/** Vendors at which a user may sign in or connect an account. */
export const providerTypes = [
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x",
  "twitch",
] as const;

/** What happens when a user signs in with a provider whose address belongs to another account already. */
export const accountMergeStrategies = ["link_method", "raise_error", "allow_duplicates"] as const;

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
  password: z.object({ allowSignIn: z.boolean().default(false) }),
  otp: z.object({ allowSignIn: z.boolean().default(false) }),
  passkey: z.object({ allowSignIn: z.boolean().default(false) }),
  oauth: z.object({
    accountMergeStrategy: z.enum(accountMergeStrategies).default("link_method"),
    providers: z.record(permissionId, provider),
  }),
});
