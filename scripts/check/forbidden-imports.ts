import { cruise, type ICruiseResult } from "dependency-cruiser";
import { findFolderCircles } from "./folder-circles";
import { importDirections, TESTS } from "./import-directions";

/** Lists where folders may not depend on each other in a circle. */
const ACYCLIC = ["worker", "web", "scripts", "bench"];

/**
 * Checks every import below `root`, static or dynamic, against `import-directions.ts` and for circles between folders. Returns
 * one line for each violation: `rule: from → to`. swc reads the sources: dependency-cruiser cannot read TypeScript 7 yet.
 */
export async function findForbiddenImports(root: string): Promise<string[]> {
  const { output } = await cruise(
    ACYCLIC,
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
  const { summary, modules } = output as ICruiseResult;
  const violations = summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(" → "),
  );
  const isTest = (file: string) => TESTS.some((pattern) => new RegExp(pattern).test(file));
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ resolved }) => ({ from: source, to: resolved }))
      .filter(({ from, to }) => !isTest(from) && !isTest(to)),
  );
  return [...violations, ...findFolderCircles(imports, ACYCLIC)];
}
