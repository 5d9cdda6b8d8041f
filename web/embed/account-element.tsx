import { useLayoutEffect } from "react";
import { AccountSettingsPage } from "../react/pages/account-settings/account-settings";
import css from "./account.css?inline";
import type { MountedElement } from "./mounted-elements";
import { styleSheet } from "./shared-styles";

let styles: CSSStyleSheet | undefined;

/** `<gatehouse-account-settings>` of a signed-in user, with its own styles in place of those of the other elements. */
export function AccountElement({ container }: Pick<MountedElement, "container">) {
  useLayoutEffect(() => {
    const root = container.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    styles ??= styleSheet(css);
    root.adoptedStyleSheets = [styles];
  }, [container]);
  return <AccountSettingsPage />;
}
