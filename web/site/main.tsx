import "../ui/theme/colours.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GatehouseProvider } from "../react";
import { app } from "./app";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no #root to mount in.");
const root = createRoot(container);

/**
 * The handler pages do not load the router (28 KB gzipped): each of them ends in a full navigation, and the first load of
 * the sign-in page has to be fast.
 */
const { Root } = window.location.pathname.startsWith(`${app.urls.handler}/`)
  ? await import("./handler-root")
  : await import("./router-root");

root.render(
  <StrictMode>
    <GatehouseProvider app={app}>
      <Root />
    </GatehouseProvider>
  </StrictMode>,
);
