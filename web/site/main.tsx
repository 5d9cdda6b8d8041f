import "../ui/theme/colours.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { hostedProjectId } from "./hosted/hosted-address";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no #root to mount in.");
const root = createRoot(container);

/**
 * Hosted pages are those of a project, with an app of their own, and load nothing of the dashboard's.
 *
 * The handler pages do not load the router (28 KB gzipped), nor the styles of account settings: each of them ends in a full
 * navigation, and the first load of the sign-in page has to be fast.
 */
function loadRoot() {
  const { pathname } = window.location;
  if (!pathname.startsWith("/handler/")) return import("./router-root");
  const isAccount = pathname.startsWith("/handler/account-settings");
  if (hostedProjectId(window.location) !== null) {
    return isAccount ? import("./hosted/hosted-account-root") : import("./hosted/hosted-handler-root");
  }
  return isAccount ? import("./account-root") : import("./handler-root");
}

const { Root } = await loadRoot();

root.render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
