/** Prints every import that `import-directions.ts` forbids and every circle between folders; exits with 1 if there are any. */
import { REPOSITORY } from "../platform/wrangler";
import { findForbiddenImports } from "./forbidden-imports";

const violations = await findForbiddenImports(REPOSITORY);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
