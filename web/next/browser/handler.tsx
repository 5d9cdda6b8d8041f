import { notFound } from "next/navigation";
import { use } from "react";
import type { GatehouseClientApp } from "../../kit";
import type { ClientAppSettings } from "../../kit/app/serialisation";
import { LoadingPage } from "../../react/components/page-layout";
import { GatehouseHandler, type GatehouseHandlerProps } from "../../react/pages/handler";
import { handlerRoute } from "../../react/pages/handler-route";
import { AppContext } from "../../react/queries/query-hooks";
import { Scoped } from "../../react/theme/gatehouse-theme";
import { MessageCard } from "../../ui/layout/message-card";
import { appOf } from "./app";
import { HostedSignIn } from "./hosted-sign-in";

export interface BrowserHandlerProps extends Omit<GatehouseHandlerProps, "app" | "location"> {
  readonly app: ClientAppSettings;
  /** The path below the handler's; undefined where the page is in no catch-all route. */
  readonly segments: readonly string[] | undefined;
}

/** The handler pages in the browser, with the app of the provider around or, without one, of the server component. */
export function BrowserHandler({ app: json, segments, ...props }: BrowserHandlerProps) {
  const provided = use(AppContext);
  if (!segments) return <InvalidHandler />;
  const app: GatehouseClientApp = provided ?? appOf(json);
  // With hosted pages, the address of the handler is that of another website.
  const { pathname } = new URL(app.urls.handler, "https://page.invalid");
  const route = handlerRoute([pathname.replace(/\/$/, ""), ...segments].join("/"), app.urls);
  if (route.kind === "unknown") notFound();
  const isHosted = (page: "signIn" | "signUp") => route.kind === "redirect" && route.to === app.urls[page];
  if (isHosted("signIn")) return <HostedSignIn app={app} begin={(options) => app.redirectToSignIn(options)} />;
  if (isHosted("signUp")) return <HostedSignIn app={app} begin={(options) => app.redirectToSignUp(options)} />;
  return <GatehouseHandler {...props} app={provided ? undefined : app} />;
}

/** Stands in the place of the handler until its path is known. */
export function LoadingHandler() {
  return (
    <Scoped>
      <LoadingPage />
    </Scoped>
  );
}

/** For the developer of the website, so it is in English only. */
function InvalidHandler() {
  return (
    <Scoped>
      <MessageCard title="The handler pages are not set up">
        <p>
          Put {"<GatehouseHandler />"} into a catch-all route such as app/handler/[...stack]/page.tsx, and pass the
          props of that page as routeProps.
        </p>
      </MessageCard>
    </Scoped>
  );
}
