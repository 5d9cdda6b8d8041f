import { createServer } from "vite";
import { serveEmbed } from "./embed";
import { REPOSITORY } from "./wrangler";

/** The settings of the API that the site uses. */
export interface SiteSettings {
  apiUrl: string;
  /** Publishable client key of the internal project. */
  publishableClientKey: string;
}

/** Starts the site with hot reload on `http://localhost:<port>`. */
export async function startSite(options: SiteSettings & { port: number }): Promise<{ stop(): Promise<void> }> {
  const server = await createServer({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(options),
    server: { host: "127.0.0.1", port: options.port, strictPort: true },
    clearScreen: false,
    logLevel: "warn",
    plugins: [serveEmbed(options.apiUrl)],
  });
  await server.listen();
  return { stop: () => server.close() };
}

/** The same, as the constants that Vite puts into the site's source. */
export function siteDefinitions({ apiUrl, publishableClientKey }: SiteSettings): Record<string, string> {
  return {
    "import.meta.env.VITE_API_URL": JSON.stringify(apiUrl),
    "import.meta.env.VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY": JSON.stringify(publishableClientKey),
  };
}
