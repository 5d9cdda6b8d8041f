import { loadedWhenShown } from "../components/lazy-component";
import type { AccountSettingsProps } from "./account-settings/account-settings";

export type { AccountSettingsProps };

/** The page on which users manage their account, for a place on the website's own page; `GatehouseHandler` shows it too. */
export const AccountSettings = loadedWhenShown<AccountSettingsProps>(
  "account-settings",
  async () => (await import("./account-settings/account-settings")).AccountSettingsPage,
);
