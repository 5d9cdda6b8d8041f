import { lazy } from "react";
import type { AccountSettingsProps } from "./pages/account-settings/account-settings";

export type { AccountSettingsProps };

/**
 * The page on which users manage their account, for a place on the website's own page; `GatehouseHandler` shows it too.
 * It is loaded when it is shown, so that the pages on which people wait to sign in do not carry it.
 */
export const AccountSettings = lazy(async () => {
  const { AccountSettingsPage } = await import("./pages/account-settings/account-settings");
  return { default: AccountSettingsPage };
});
