import { lazyComponent } from "../components/lazy-component";
import type { AccountSettingsProps } from "./account-settings/account-settings";

export type { AccountSettingsProps };

/** The page on which users manage their account, for use inside a page of the website; `GatehouseHandler` has it too. */
export const AccountSettings = lazyComponent<AccountSettingsProps>(
  "account-settings",
  async () => (await import("./account-settings/account-settings")).AccountSettingsPage,
);
