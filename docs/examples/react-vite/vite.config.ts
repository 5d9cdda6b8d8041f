import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const settings = ["GATEHOUSE_API_URL", "GATEHOUSE_PROJECT_ID", "GATEHOUSE_PUBLISHABLE_CLIENT_KEY"];

export default defineConfig({
  plugins: [react()],
  // Only these three: other variables, such as the secret server key, must not get into a page.
  define: Object.fromEntries(settings.map((name) => [`import.meta.env.${name}`, JSON.stringify(process.env[name])])),
});
