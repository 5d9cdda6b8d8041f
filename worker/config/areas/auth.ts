import * as z from "zod";
import { mustBeInteger, mustBeScopes } from "../../protocol/validation-messages";
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
  /** Requested at every sign-in beside the provider's own, with keys of the project's own only (RFC 6749 section 3.3). */
  scopes: z
    .string()
    .max(2000)
    .regex(/^(?:[!#-[\]-~]+(?: [!#-[\]-~]+)*)?$/, mustBeScopes)
    .optional(),
});

const dayMinutes = 24 * 60;
const wholeNumber = z.number().refine(Number.isInteger, mustBeInteger);

/** Minutes for which the code of an email can be used. */
const lifetime = ({ fallback, max }: { fallback: number; max: number }) =>
  wholeNumber.min(5).max(max).default(fallback);

/** Limits how long sessions live and how many a user has. Times are minutes; without one there is no such rule. */
const sessions = z.object({
  /** From the sign-in on, however often the session is used. Without a value, a year. */
  lifetimeMinutes: wholeNumber
    .min(5)
    .max(367 * dayMinutes)
    .optional(),
  /** Since the last access token: those live for minutes, so that a shorter time would end sessions in use. */
  idleMinutes: wholeNumber
    .min(15)
    .max(367 * dayMinutes)
    .optional(),
  /** A further sign-in ends the session that was used least recently. */
  maxPerUser: wholeNumber.min(1).max(100).default(100),
  /** Sets how long after showing a password, passkey or code a user may change how they sign in. */
  reauthenticationMinutes: wholeNumber
    .min(1)
    .max(30 * dayMinutes)
    .optional(),
});

export const auth = z.object({
  allowSignUp: z.boolean().default(true),
  password: z.object({
    allowSignIn: z.boolean().default(false),
    /** Says whether users may choose passwords that are common, were breached, or are made from their address. */
    knownPasswords: z.enum(["allow", "refuse_in_production", "refuse"]).default("allow"),
    /** Of passwords that users choose from now on, in UTF-16 units. */
    minLength: wholeNumber.min(8).max(64).default(8),
  }),
  /** Says whether there are accounts before their users sign up. Users that there are already stay. */
  anonymous: z.object({
    allowSignUp: z.boolean().default(true),
    /** Says whether browsers with official clients since 2.8.77 may: their telemetry signs every visitor up. */
    allowTelemetryClients: z.boolean().default(false),
  }),
  otp: z.object({ allowSignIn: z.boolean().default(false) }),
  sessions,
  passkey: z.object({ allowSignIn: z.boolean().default(false) }),
  /** Says whether users may set up an authenticator app as their second factor. Those who have one keep it. */
  totp: z.object({ allowSetUp: z.boolean().default(true) }),
  codes: z.object({
    passwordReset: lifetime({ fallback: 60, max: dayMinutes }),
    signIn: lifetime({ fallback: 10, max: dayMinutes }),
    emailVerification: lifetime({ fallback: 7 * dayMinutes, max: 30 * dayMinutes }),
    teamInvitation: lifetime({ fallback: 7 * dayMinutes, max: 30 * dayMinutes }),
  }),
  /** Says whether users get an email when a credential of theirs changes. */
  securityNotices: z.boolean().default(false),
  oauth: z.object({
    accountMergeStrategy: z.enum(accountMergeStrategies).default("link_method"),
    providers: z.record(permissionIdForm, provider),
  }),
});
