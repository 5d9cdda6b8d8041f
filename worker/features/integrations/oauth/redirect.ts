import type { IntegrationFamily } from "../../../platform/integration-clients";
import type { Tools } from "../../../platform/tools";

/** Each family is an authorization server of its own. */
export function issuerOf({ apiUrl }: Tools["settings"], family: IntegrationFamily): string {
  return `${apiUrl}/api/v1/integrations/${family}/oauth/idp`;
}

/** The partner's address with an answer, its state, and the issuer, by which it notices a mix-up (RFC 9207). */
export function redirectWith(
  settings: Tools["settings"],
  family: IntegrationFamily,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: Record<string, string>,
): string {
  const location = new URL(redirectUri);
  const parameters = { ...answer, ...(state !== null && { state }), iss: issuerOf(settings, family) };
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
  return location.href;
}
