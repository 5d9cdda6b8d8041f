import { GatehouseClientApp, GatehouseHandler, GatehouseProvider, GatehouseTheme } from "@gatehouse/kit/react";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home";

const app = new GatehouseClientApp({
  baseUrl: import.meta.env.GATEHOUSE_API_URL,
  projectId: import.meta.env.GATEHOUSE_PROJECT_ID,
  publishableClientKey: import.meta.env.GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
});

const isHandlerPage = window.location.pathname.startsWith("/handler/");

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Suspense fallback="Loading…">
      <GatehouseProvider app={app}>
        <GatehouseTheme>{isHandlerPage ? <GatehouseHandler fullPage /> : <Home />}</GatehouseTheme>
      </GatehouseProvider>
    </Suspense>
  </StrictMode>,
);
