import type { Failing } from "../../../protocol/failing";
import { ProviderError } from "../../oauth-providers";
import { clientRefused, codeRefused, type ProviderRefusal, providerFailed, scopesRefused } from "./contract";

/** Translates an error of a provider, none of which is a fault of ours. */
export function explainProviderError(
  { fail }: Failing<ProviderRefusal>,
  error: unknown,
  scopes: readonly string[],
): never {
  if (!(error instanceof ProviderError)) throw error;
  const problem = error.message;
  const options = { cause: error };
  switch (error.kind) {
    case "access_denied":
      return fail("OAUTH_PROVIDER_ACCESS_DENIED", undefined, options);
    case "invalid_grant":
      return fail(codeRefused, undefined, options);
    case "invalid_client":
      return fail(clientRefused, { problem }, options);
    case "invalid_scope":
      return fail(scopesRefused, { problem, scopes: scopes.join(" ") }, options);
    default:
      return fail(providerFailed, { problem }, options);
  }
}
