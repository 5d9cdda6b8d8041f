import { GatehouseClientApp } from "../kit/client/client-app";

/** The site is a website like any other that embeds the kit; its project is the one that owns all projects. */
export const app = new GatehouseClientApp({
  baseUrl: import.meta.env.VITE_API_URL,
  projectId: "internal",
  publishableClientKey: import.meta.env.VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  redirectMethod: "window",
  urls: { afterSignIn: "/projects" },
});
