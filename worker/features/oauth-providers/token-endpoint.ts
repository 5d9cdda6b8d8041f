import type { OutboundFetch } from "../../platform/outbound";
import type { Vendor } from "./vendor";

/**
 * Brings what vendors return at their token endpoints into the form of RFC 6749 section 5, which the library expects.
 * They have errors with status 200 (GitHub) or of their own wording, scopes as a list (Twitch), and no token type
 * (LinkedIn).
 *
 * @param keepsIdToken whether an ID token is of any use; one that is not checked proves nothing
 */
export function conformingTokenEndpoint(
  outbound: OutboundFetch,
  vendor: Pick<Vendor, "tokenErrorOf">,
  keepsIdToken: boolean,
): OutboundFetch {
  return async (url, init) => {
    const response = await outbound(url, init);
    const body = await response.json().catch(() => undefined);
    if (typeof body !== "object" || body === null) return Response.json(null, { status: response.status });
    const fields = body as Record<string, unknown>;
    const error = vendor.tokenErrorOf?.(fields) ?? fields.error;
    if (error !== undefined || !response.ok) {
      const code = typeof error === "string" && error !== "" ? error : "invalid_request";
      return Response.json({ error: code }, { status: 400 });
    }
    return Response.json(
      {
        access_token: fields.access_token,
        token_type: fields.token_type ?? "bearer",
        expires_in: fields.expires_in ?? undefined,
        expires_at: fields.expires_at ?? undefined,
        refresh_token: fields.refresh_token || undefined,
        id_token: keepsIdToken ? fields.id_token : undefined,
      },
      { status: 200 },
    );
  };
}
