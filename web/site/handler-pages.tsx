import { GatehouseHandler } from "../react";
import { app } from "./app";
import { HomeLink } from "./home-link";
import { pageLanguage } from "./language";

/** The handler pages of the internal project: here project owners sign in to the dashboard. */
export function HandlerPages() {
  return <GatehouseHandler app={app} lang={pageLanguage()} fullPage brand={<HomeLink />} />;
}
