import { createServer } from "vite";
import { REPOSITORY } from "./wrangler";

/** Starts the site with hot reload on `http://localhost:<port>`, talking to the API at `apiUrl`. */
export async function startSite(options: {
  port: number;
  apiUrl: string;
  publishableClientKey: string;
}): Promise<{ stop(): Promise<void> }> {
  const server = await createServer({
    configFile: `${REPOSITORY}/vite.config.ts`,
    define: siteSettings(options),
    server: { host: "127.0.0.1", port: options.port, strictPort: true },
    clearScreen: false,
    logLevel: "warn",
  });
  await server.listen();
  return { stop: () => server.close() };
}

/** What the site is told at build time, as Vite's `define`. */
export function siteSettings(options: { apiUrl: string; publishableClientKey: string }): Record<string, string> {
  return {
    "import.meta.env.VITE_API_URL": JSON.stringify(options.apiUrl),
    "import.meta.env.VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY": JSON.stringify(options.publishableClientKey),
  };
}
