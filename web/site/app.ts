import { GatehouseClientApp } from "../kit/apps/client-app";

/** The site uses the kit like any other website. Its project is the internal one, whose teams own all projects. */
export const app = new GatehouseClientApp({
  baseUrl: import.meta.env.VITE_API_URL,
  projectId: "internal",
  publishableClientKey: import.meta.env.VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  redirectMethod: "window",
  urls: { afterSignIn: "/projects" },
});
