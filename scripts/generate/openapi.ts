import { endpoints } from "../../worker/contracts";
import { apiDocument } from "../../worker/features/discovery/api-document";

/** Where `npm run dev` serves the API and the site; a deployed API names itself in the document that it serves. */
const local = { apiUrl: "http://localhost:8787", webUrl: "http://localhost:5173" };

/** The OpenAPI document of all contracts, docs/openapi.json. */
export function openApi(): string {
  return `${JSON.stringify(apiDocument(endpoints, local), null, 2)}\n`;
}
