import "./arktype-settings";
import * as components from "@react-email/components";
import * as arktype from "arktype";
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { type AllowedModule, isAllowedModule } from "./allowed-modules";
import * as emails from "./emails-module";

/** The modules that a source may import, as its `require` gives them. */
const modules: Record<AllowedModule, Record<string, unknown>> = {
  react: importable(react),
  "react/jsx-runtime": importable(jsxRuntime),
  "@react-email/components": importable(components),
  arktype: importable(arktype),
  "@stackframe/emails": importable(emails),
};

/** What an import of a compiled source becomes: one export of a module, or all of them. */
export function importedFrom(module: string, name?: string): { found: boolean; value: unknown } {
  if (!isAllowedModule(module)) return { found: false, value: undefined };
  const exports = modules[module];
  return name === undefined
    ? { found: true, value: exports }
    : { found: Object.hasOwn(exports, name), value: exports[name] };
}

/** A copy, without what a library keeps for itself: React's internals are state that outlives a mail. */
function importable(module: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(module).filter(([name]) => !name.startsWith("__") && name !== "default");
  const exports = Object.fromEntries(own);
  // The default export of React is all of it.
  return { ...exports, default: exports };
}

/** Everything that sources get from libraries and that no library changes. */
export const frozenModules: object[] = [
  modules.react,
  modules["react/jsx-runtime"],
  modules["@react-email/components"],
  modules["@stackframe/emails"],
];
