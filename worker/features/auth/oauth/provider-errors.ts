import { fail } from "../../../protocol/fail";
import { PlainError } from "../../../protocol/plain-error";
import { ProviderError } from "../../oauth-providers";

const advice = "If you are the admin of this project, please check the provider's configuration.";

/**
 * Translates what went wrong with a provider. Nothing that a provider does is a failure of ours.
 *
 * @throws OAUTH_PROVIDER_ACCESS_DENIED, plain 400
 */
export function explainProviderError(error: unknown, scopes: readonly string[]): never {
  if (!(error instanceof ProviderError)) throw error;
  const options = { cause: error };
  switch (error.kind) {
    case "access_denied":
      return fail("OAUTH_PROVIDER_ACCESS_DENIED", undefined, options);
    case "invalid_grant":
      throw new PlainError(400, "Inner OAuth callback failed due to invalid grant. Please try again.", options);
    case "invalid_client":
      throw new PlainError(400, `${error.message} ${advice}`, options);
    case "invalid_scope":
      throw new PlainError(400, `${error.message} Asked for: ${scopes.join(" ")}. ${advice}`, options);
    default:
      throw new PlainError(400, error.message, options);
  }
}
