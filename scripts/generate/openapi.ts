import { endpoints } from "../../worker/contracts";
import { apiDocument } from "../../worker/features/discovery/api-document";

/** Where `npm run dev` serves the API; a deployed one names itself in the document that it serves. */
const localApi = "http://localhost:8787";

/** The OpenAPI document of all contracts, docs/openapi.json. */
export function openApi(): string {
  return `${JSON.stringify(apiDocument(endpoints, localApi), null, 2)}\n`;
}
