import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogues } from "./catalogues.ts";
import { icons } from "./icons.ts";

/** The site's settings, by which the development server serves all of it; `site.ts` builds its two parts. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, "../../web/site"),
  envDir: false,
  plugins: [react(), tailwindcss(), catalogues(), icons()],
  build: {
    // What pages may weigh is checked after the build, gzipped.
    chunkSizeWarningLimit: 1_000,
    // Browsers that lack it load the same modules, only later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What a website loads when it needs it, the dashboard may need at once.
      checks: { ineffectiveDynamicImport: false },
      // No module of these does anything on import, so what a page does not use can be left out of its chunk.
      treeshake: { moduleSideEffects: [{ test: /\/web\/(kit|react|ui)\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
});
