import { cruise, type ICruiseResult } from "dependency-cruiser";
import { importDirections } from "./import-directions";

/**
 * Holds every import below `root` to the directions in `import-directions.ts`, and gives one line for each that
 * breaks one: `rule: from → to`. Sources are read by swc: dependency-cruiser has no reader for TypeScript 7 yet.
 */
export async function findForbiddenImports(root: string): Promise<string[]> {
  const { output } = await cruise(
    ["worker", "web", "scripts"],
    {
      baseDir: root,
      ruleSet: importDirections,
      validate: true,
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "^dist/" },
    },
    { extensions: [".ts", ".tsx", ".d.ts", ".mjs", ".js", ".json"], conditionNames: ["import", "types", "default"] },
  );
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(" → "),
  );
}
