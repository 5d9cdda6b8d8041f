import "../ui/theme/colours.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadTranslation } from "../ui/translation/load-translation";
import { hostedProjectId } from "./hosted/hosted-address";
import { pageLanguage } from "./language";

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

/** Together with the page, so that it is in its language from its first paint on. The dashboard is English. */
async function loadLanguage(): Promise<void> {
  if (!window.location.pathname.startsWith("/handler/")) return;
  const language = pageLanguage();
  document.documentElement.lang = language;
  // Without its texts a page is shown as well: its provider tries again.
  await loadTranslation(language).catch(() => undefined);
}

const [{ Root }] = await Promise.all([loadRoot(), loadLanguage()]);

root.render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
