/** Writes docs/openapi.json from the contracts: `npx tsx scripts/docs/openapi.ts`. */
import { writeFileSync } from "node:fs";
import { endpoints } from "../../worker/contracts";
import { apiDocument } from "../../worker/features/discovery/api-document";

/** Where `npm run dev` serves the API; a deployed one names itself in the document that it serves. */
const localApi = "http://localhost:8787";

const document = apiDocument(endpoints, localApi);
writeFileSync(new URL("../../docs/openapi.json", import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
