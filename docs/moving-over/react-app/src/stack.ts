import { StackClientApp } from "@stackframe/react";

export const stackClientApp = new StackClientApp({
  baseUrl: import.meta.env.VITE_API_URL,
  projectId: import.meta.env.VITE_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  urls: { afterSignOut: "/?signed-out" },
});
