/**
 * The first load of the sign-in page has to be fast. So the handler pages, each of which ends in a full navigation, have documents
 * of their own (`handler.html`). Account settings have dialogs and menus, and share them with the dashboard.
 */
function loadPart() {
  const { pathname } = window.location;
  if (pathname.startsWith("/handler/account-settings")) return import("./account-main");
  if (pathname.startsWith("/purchase/")) return import("./purchase-main");
  return import("./router-main");
}

void loadPart();
