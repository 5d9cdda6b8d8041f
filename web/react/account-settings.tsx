import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { AccountSettingsProps } from "./pages/account-settings/account-settings";

export type { AccountSettingsProps };

/**
 * The page's code, loaded when it is shown, so that the pages on which people wait to sign in do not carry it. It is a
 * query because one that failed can be tried again: `lazy` of React remembers a failure for good.
 */
const pageOptions = queryOptions({
  queryKey: ["gatehouse", "account-settings-page"],
  queryFn: async () => (await import("./pages/account-settings/account-settings")).AccountSettingsPage,
  structuralSharing: false,
});

/** The page on which users manage their account, for a place on the website's own page; `GatehouseHandler` shows it too. */
export function AccountSettings(props: AccountSettingsProps) {
  const { data: AccountSettingsPage } = useSuspenseQuery(pageOptions);
  return <AccountSettingsPage {...props} />;
}
