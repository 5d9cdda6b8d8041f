import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "web/site",
  envDir: false,
  plugins: [react(), tailwindcss()],
  // No module of the kit does anything on import, so an app class that a page does not use can be left out of its chunk.
  build: {
    // Browsers that lack it load the same modules, only later.
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/web\/kit\//, sideEffects: false }] } },
  },
});
