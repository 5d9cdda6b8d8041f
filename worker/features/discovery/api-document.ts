import type { Endpoint } from "../../protocol/endpoint";
import { openApiDocument } from "../../protocol/openapi";
import { referenceTexts } from "./reference/reference-texts";

/** The OpenAPI document of this API. @param urls its public address and the site's, without a trailing slash */
export function apiDocument(endpoints: readonly Endpoint[], urls: { apiUrl: string; webUrl: string }) {
  return openApiDocument(endpoints, `${urls.apiUrl}/api/v1`, referenceTexts(urls));
}
