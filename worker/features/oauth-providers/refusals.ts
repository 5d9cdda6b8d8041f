import { AuthorizationResponseError, ResponseBodyError } from "oauth4webapi";
import { OutboundError } from "../../platform/outbound";
import { ProviderError, type ProviderProblem } from "./provider-error";

/** Says what an error code means, be it of RFC 6749, OpenID Connect, or a vendor's own. All others are `unusable`. */
const problems: Record<string, ProviderProblem> = {
  access_denied: "access_denied",
  consent_required: "access_denied",
  // LinkedIn and Apple.
  user_cancelled_login: "access_denied",
  user_cancelled_authorize: "access_denied",
  invalid_grant: "invalid_grant",
  // GitHub.
  bad_verification_code: "invalid_grant",
  bad_refresh_token: "invalid_grant",
  invalid_client: "invalid_client",
  unauthorized_client: "invalid_client",
  incorrect_client_credentials: "invalid_client",
  invalid_scope: "invalid_scope",
  // LinkedIn.
  unauthorized_scope_error: "invalid_scope",
};

/** Returns what went wrong with a provider, as a `ProviderError`. */
export function toProviderError(error: unknown, vendorName: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const isResponse = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  const kind = (isResponse && Object.hasOwn(problems, error.error) && problems[error.error]) || "unusable";
  // Only in words: the library's errors carry whole responses, with the tokens in them, which must not reach a log.
  const cause = error instanceof Error ? error.message : undefined;
  return new ProviderError(kind, messages[kind](vendorName, error), { cause });
}

const messages: Record<ProviderProblem, (vendor: string, error: unknown) => string> = {
  access_denied: (vendor) => `The sign-in was cancelled at ${vendor}.`,
  invalid_grant: (vendor) => `${vendor} no longer accepts this sign-in. Please try again.`,
  invalid_client: (vendor) => `${vendor} refused the client id or client secret that is configured for it.`,
  invalid_scope: (vendor, error) => `${vendor} does not grant a scope that was asked for${detailOf(error)}.`,
  missing_permission: (vendor) => `${vendor} does not share what a sign-in needs.`,
  unusable: (vendor, error) =>
    error instanceof OutboundError && error.problem === "timeout"
      ? `${vendor} took too long to respond. Please try again.`
      : `${vendor} gave a response that cannot be used. Please try again.`,
};

/** The vendor's own description of the scope. RFC 6749 section 4.1.2.1 limits them to printable ASCII. */
function detailOf(error: unknown): string {
  const description = error instanceof AuthorizationResponseError ? error.error_description : undefined;
  return description && /^[\x20-\x7e]{1,200}$/.test(description) ? `: ${description.replace(/\.$/, "")}` : "";
}
