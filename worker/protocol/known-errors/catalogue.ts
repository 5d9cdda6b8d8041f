import { cliAndApiKeyErrors } from "./cli-and-api-keys";
import { dataVaultErrors } from "./data-vault";
import type { DetailedError, DetailsOf } from "./definition";
import { emailErrors } from "./email";
import { genericErrors } from "./generic";
import { mfaErrors } from "./mfa";
import { oauthErrors } from "./oauth";
import { paymentsErrors } from "./payments";
import { permissionErrors } from "./permissions";
import { projectErrors } from "./project";
import { projectAuthenticationErrors } from "./project-authentication";
import { sessionErrors } from "./session";
import { userErrors } from "./user";
import { verificationErrors } from "./verification";

/** The catalogue in the groups of the wire contract, in its order; the reference page has one table for each. */
export const knownErrorGroups = {
  Generic: genericErrors,
  "Project authentication": projectAuthenticationErrors,
  Session: sessionErrors,
  User: userErrors,
  Project: projectErrors,
  "Verification and email address": verificationErrors,
  "Permissions and teams": permissionErrors,
  "OAuth and contact channels": oauthErrors,
  "MFA and passkeys": mfaErrors,
  "CLI login and API keys": cliAndApiKeyErrors,
  Email: emailErrors,
  Payments: paymentsErrors,
  "Data vault and workflows": dataVaultErrors,
};

/**
 * Every error that a response may name: code → status, details and sentence.
 * A spread at the top level would count as a side effect and keep all sentences in a bundle that uses none.
 */
export const knownErrors = /* @__PURE__ */ (() => ({
  ...genericErrors,
  ...projectAuthenticationErrors,
  ...sessionErrors,
  ...userErrors,
  ...projectErrors,
  ...verificationErrors,
  ...permissionErrors,
  ...oauthErrors,
  ...mfaErrors,
  ...cliAndApiKeyErrors,
  ...emailErrors,
  ...paymentsErrors,
  ...dataVaultErrors,
}))();

/** A code of the catalogue. Any other text does not compile where a code is wanted. */
export type KnownErrorCode = keyof typeof knownErrors;

/** Says what `details` holds for a code; `undefined` for a code that carries none. */
export type ErrorDetails<C extends KnownErrorCode> = C extends KnownErrorCode
  ? (typeof knownErrors)[C] extends DetailedError<infer D>
    ? DetailsOf<D>
    : undefined
  : never;

/** Tells whether a text off the wire is a code of this catalogue. */
export function isKnownErrorCode(text: string): text is KnownErrorCode {
  return Object.hasOwn(knownErrors, text);
}

/** Lists what follows the code: the details where the code has some, then an optional cause for the log. */
export type KnownErrorArguments<C extends KnownErrorCode> = [ErrorDetails<C>] extends [undefined]
  ? [details?: undefined, options?: ErrorOptions]
  : [details: ErrorDetails<C>, options?: ErrorOptions];

/**
 * An error of the catalogue on its way to the caller: `new KnownError("PASSWORD_TOO_SHORT", { min_length: 8 })`.
 * Status, sentence and shape of the details follow from the code.
 */
export class KnownError<C extends KnownErrorCode = KnownErrorCode> extends Error {
  override readonly name = "KnownError";
  readonly code: C;
  /** HTTP status, before a caller's status override. */
  readonly status: number;
  /** `undefined` when the code has none: the response then has no `details` key at all. */
  readonly details: ErrorDetails<C>;

  constructor(code: C, ...[details, options]: KnownErrorArguments<C>) {
    // TypeScript cannot see that the definition under `code` takes exactly the details of `code`.
    const { status, message } = knownErrors[code] as {
      status: number;
      message: string | ((details: unknown) => string);
    };
    super(typeof message === "string" ? message : message(details), options);
    this.code = code;
    this.status = status;
    this.details = details as ErrorDetails<C>;
  }
}
