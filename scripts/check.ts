import { findStaleDocs } from "./check/docs";
import { findForbiddenImports } from "./check/imports";
import { REPOSITORY } from "./dev/wrangler";
import { runScript } from "./run-script";
import { runTool } from "./run-tool";

/** Gives complaints, or false for a tool that has printed its own. */
type Check = () => Promise<string[]> | boolean;

const checks: Record<string, Check> = {
  "format and lint": () => runTool("biome", ["check", "--error-on-warnings", "."]),
  "import directions": () => findForbiddenImports(REPOSITORY),
  "types of the Worker": () => runTool("tsc", ["-p", "tsconfig.json"]),
  "types of the web": () => runTool("tsc", ["-p", "tsconfig.web.json"]),
  "types of scripts and whole-product tests": () => runTool("tsc", ["-p", "tsconfig.node.json"]),
  "bindings as in wrangler.toml": () => runTool("npm", ["run", "--silent", "types", "--", "--check"]),
  "generated documents": findStaleDocs,
  "rendered mails": () => runTool("tsx", ["scripts/emails/render.ts", "--check"]),
  "unused files, exports and dependencies": () => runTool("knip", []),
};

await runScript(async () => {
  const failed: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const outcome = await check();
    const passed = outcome === true || (Array.isArray(outcome) && outcome.length === 0);
    if (Array.isArray(outcome)) for (const complaint of outcome) console.error(complaint);
    console.log(`${passed ? "passed" : "FAILED"}: ${name}`);
    if (!passed) failed.push(name);
  }
  if (failed.length > 0) throw new Error(`Failed checks: ${failed.join("; ")}.`);
});
