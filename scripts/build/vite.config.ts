import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: path.resolve(import.meta.dirname, "../../web/site"),
  envDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    // What pages may weigh is checked after the build, gzipped.
    chunkSizeWarningLimit: 1_000,
    // Browsers that lack it load the same modules, only later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No module of these does anything on import, so what a page does not use can be left out of its chunk.
      treeshake: { moduleSideEffects: [{ test: /\/web\/(kit|react|ui)\/.*\.tsx?$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // What the sign-in page loads is two chunks: split up by which other pages share a part, it compresses worse.
          groups: [
            {
              name: "handler",
              test: /\/web\/(site\/(handler-pages|app)|react\/forms\/credential-sign-in)\.tsx?$|\/node_modules\/react-dom\/client/,
            },
            { name: "sign-in", test: /\/web\/react\/pages\/sign-in\.tsx$/ },
          ],
        },
      },
    },
  },
});
