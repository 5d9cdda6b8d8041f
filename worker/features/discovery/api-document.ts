import { lazyModule } from "../../platform/lazy-module";
import type { Endpoint } from "../../protocol/endpoint";
import { openApiDocument } from "../../protocol/openapi";

// Loaded with the first request for it: the texts are long, and no other request needs them.
const texts = lazyModule(() => import("./reference/reference-texts"));

/** The OpenAPI document of this API. @param urls its public address and the site's, without a trailing slash */
export async function apiDocument(endpoints: readonly Endpoint[], urls: { apiUrl: string; webUrl: string }) {
  const { referenceTexts } = await texts();
  return openApiDocument(endpoints, `${urls.apiUrl}/api/v1`, referenceTexts(urls));
}
