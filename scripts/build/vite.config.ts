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
            // A page of the dashboard is few chunks: many small ones cost a phone one round trip after the other. Each group
            // takes what those before it have left, so that no page loads another's: small parts, what account settings
            // share with the dashboard, the router with the landing page, and the dashboard.
            {
              name: "parts",
              test: /\/node_modules\/lucide-react\/|\/web\/ui\/(brand|buttons|feedback|layout|theme|data\/(code-block|avatar)).*\.tsx?$/,
            },
            { name: "user", test: /\/web\/kit\/(client\/current-user|users|teams|api-keys)/ },
            {
              name: "signed-in",
              test: /\/node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/(ui\/(api-keys|data|forms|overlays)|react\/(components|forms|queries)).*\.tsx?$/,
              minShareCount: 2,
            },
            { name: "router", test: /\/web\/site\/(router-root|routes)\.tsx?$/ },
            { name: "dashboard", test: /\/web\/(site\/dashboard-page|kit\/admin|dashboard)/ },
          ],
        },
      },
    },
  },
});
