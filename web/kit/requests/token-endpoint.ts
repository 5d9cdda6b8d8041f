import type { Host } from "../host/host";
import type { BodyOf } from "./endpoints";
import { pathOf } from "./path";
import type { ApiResponse, Transport } from "./transport";

/**
 * The project as an OAuth client, in the fields of a request.
 * @throws Error with `refusal` in an app that acts by its owner's session
 */
export function oauthClient({ credentials }: Transport, refusal: string) {
  const { projectId, publishableClientKey, ownerSession } = credentials;
  if (ownerSession !== null) throw new Error(refusal);
  return { client_id: projectId, client_secret: publishableClientKey ?? "__stack_public_client__" };
}

/**
 * Posts a form to the token endpoint (RFC 6749, section 3.2), which returns actual statuses and takes none of the
 * headers of other requests.
 * @throws TypeError from the network
 */
export async function postToTokenEndpoint(
  host: Host,
  transport: Transport,
  fields: BodyOf<"POST /auth/oauth/token", "client">,
): Promise<ApiResponse> {
  const response = await host.fetch(transport.url(pathOf("POST /auth/oauth/token")), {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields as Readonly<Record<string, string>>),
    ...(host.hasFetchModes && { credentials: "omit", cache: "no-store" }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
