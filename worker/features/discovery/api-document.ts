import type { Endpoint } from "../../protocol/endpoint";
import { openApiDocument } from "../../protocol/openapi";

/** The OpenAPI document of this API. @param urls its public address and the site's, without a trailing slash */
export async function apiDocument(endpoints: readonly Endpoint[], urls: { apiUrl: string; webUrl: string }) {
  // Loaded with the first request for it: the texts are long, and no other request needs them.
  const { referenceTexts } = await import("./reference/reference-texts");
  return openApiDocument(endpoints, `${urls.apiUrl}/api/v1`, referenceTexts(urls));
}
