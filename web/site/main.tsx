import "../ui/theme/colours.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GatehouseProvider } from "../react";
import { app } from "./app";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no #root to mount in.");
const root = createRoot(container);

/**
 * The handler pages do not load the router (28 KB gzipped), nor the styles of account settings: each of them ends in a full
 * navigation, and the first load of the sign-in page has to be fast.
 */
function loadRoot() {
  const { pathname } = window.location;
  if (!pathname.startsWith(`${app.urls.handler}/`)) return import("./router-root");
  return pathname.startsWith(app.urls.accountSettings) ? import("./account-root") : import("./handler-root");
}

const { Root } = await loadRoot();

root.render(
  <StrictMode>
    <GatehouseProvider app={app}>
      <Root />
    </GatehouseProvider>
  </StrictMode>,
);
