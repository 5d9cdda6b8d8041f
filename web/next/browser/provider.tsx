import { type ReactNode, useState } from "react";
import { appInternals } from "../../kit/app/internals";
import type { ClientAppJson } from "../../kit/app/serialisation";
import { CurrentClientUser } from "../../kit/client/current-user";
import type * as wire from "../../kit/requests/wire";
import type { GatehouseClientApp } from "../../react/apps/client-app";
import { withHooks } from "../../react/apps/object-hooks";
import { GatehouseProvider } from "../../react/provider/gatehouse-provider";
import { userOptions } from "../../react/queries/queries";
import { useQueryClient } from "../../react/queries/query-hooks";
import { appOf } from "./app";

export interface BrowserProviderProps {
  readonly app: ClientAppJson;
  /** The signed-in user as the server has read them, for the first paint. */
  readonly user: wire.User | null;
  readonly children?: ReactNode;
}

/** The part of the provider that runs in the browser, and on the server while the page is rendered. */
export function BrowserProvider({ app: json, user, children }: BrowserProviderProps) {
  const app = appOf(json);
  return (
    <GatehouseProvider app={app}>
      <FirstUser app={app} user={user} />
      {children}
    </GatehouseProvider>
  );
}

/** Puts the user of the server into the cache before the children read it, so that none of them waits. */
function FirstUser({ app, user }: { app: GatehouseClientApp; user: wire.User | null }) {
  const queryClient = useQueryClient();
  useState(() => {
    const { connection, session: sessionOf } = app[appInternals];
    const session = sessionOf();
    // The browser may have signed in or out since, in another tab: then it reads the user itself.
    const isCurrent = typeof window === "undefined" || session.isKnownInvalid === (user === null);
    if (!isCurrent) return;
    const caller = connection.caller("client", session);
    const current = user && withHooks(app, new CurrentClientUser(user, { caller, connection }));
    queryClient.setQueryData(userOptions(app).queryKey, (known) => (known === undefined ? current : known));
  });
  return null;
}
