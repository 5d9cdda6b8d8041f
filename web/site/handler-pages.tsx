import { Suspense } from "react";
import { GatehouseHandler } from "../react";
import { app } from "./app";
import { Brand, HomeLink } from "./brand";
import { usePageLanguage } from "./language";
import { pageLocation } from "./mount";

/** The handler pages of the internal project: here project owners sign in to the dashboard. */
export function HandlerPages() {
  const language = usePageLanguage();
  return (
    <Suspense>
      <GatehouseHandler
        app={app}
        {...language}
        location={pageLocation()}
        fullPage
        brand={
          <Brand>
            <HomeLink />
          </Brand>
        }
      />
    </Suspense>
  );
}
