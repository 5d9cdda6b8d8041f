import path from "node:path";
import type { Plugin } from "vite";
import { REPOSITORY } from "../../platform/wrangler";
import { prefixClasses } from "./prefix-classes";
import { componentStylesheet, knownClasses } from "./stylesheet";

/** The folders whose modules have classes. */
const COMPONENTS = ["react", "ui", "embed"].map((folder) => path.join(REPOSITORY, "web", folder, path.sep));

/** The module that has the text of the stylesheet, and the text in its place until all classes are found. */
const STYLES_MODULE = path.join(REPOSITORY, "web/ui/theme/component-styles.ts");
const PLACEHOLDER = "/* the stylesheet of the components */";

/**
 * Prefixes the classes of the components that a build contains. Puts the stylesheet for exactly these classes into the module
 * `component-styles`. With `fileName` the stylesheet is an asset of the build as well.
 */
export function componentStyles({ fileName }: { fileName?: string } = {}): Plugin {
  const classes = new Set<string>();
  let isKnown: (name: string) => boolean;
  return {
    name: "component-styles",
    enforce: "pre",
    async buildStart() {
      isKnown = await knownClasses();
    },
    transform(code, id) {
      if (id === STYLES_MODULE)
        return { code: `export const componentStyles = ${JSON.stringify(PLACEHOLDER)};`, map: null };
      if (!/\.tsx?$/.test(id) || !COMPONENTS.some((folder) => id.startsWith(folder))) return null;
      const prefixed = prefixClasses(code, id, isKnown);
      for (const name of prefixed?.classes ?? []) classes.add(name);
      return prefixed && { code: prefixed.code, map: prefixed.map.toString() };
    },
    async generateBundle(_, bundle) {
      const stylesheet = await componentStylesheet(classes);
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        output.code = output.code.replace(/(["'`])\/\* the stylesheet of the components \*\/\1/, () =>
          JSON.stringify(stylesheet),
        );
      }
      if (fileName) this.emitFile({ type: "asset", fileName, source: stylesheet });
    },
  };
}
