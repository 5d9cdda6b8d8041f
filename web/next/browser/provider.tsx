import { type ReactNode, useEffect, useState } from "react";
import { appInternals } from "../../kit/app/internals";
import type { ClientAppJson } from "../../kit/app/serialisation";
import { CurrentClientUser } from "../../kit/apps/current-user";
import type * as wire from "../../kit/requests/wire";
import type { GatehouseClientApp } from "../../react/apps/client-app";
import { makeObjectsWithHooks } from "../../react/apps/object-hooks";
import type { ReactUser } from "../../react/hooks/objects-with-hooks";
import { GatehouseProvider } from "../../react/provider/gatehouse-provider";
import { userOptions } from "../../react/queries/queries";
import { useQueryClient } from "../../react/queries/query-hooks";
import type { TranslationProps } from "../../ui/translation/translation-provider";
import { appOf } from "./app";

export interface BrowserProviderProps extends TranslationProps {
  readonly app: ClientAppJson;
  /** The signed-in user as the server has read them, for the first paint. */
  readonly user: wire.User | null;
  readonly children?: ReactNode;
}

/** The part of the provider that runs in the browser, and on the server while the page is rendered. */
export function BrowserProvider({ app: json, user, children, ...translation }: BrowserProviderProps) {
  const app = appOf(json);
  return (
    <GatehouseProvider {...translation} app={app}>
      <UserOfServer app={app} user={user} />
      {children}
    </GatehouseProvider>
  );
}

/**
 * Puts the user of the server into the cache. At first it does so before the children read it, so that none of them waits. It
 * does so again when a server action has rendered the page anew.
 */
function UserOfServer({ app, user }: { app: GatehouseClientApp; user: wire.User | null }) {
  const queryClient = useQueryClient();
  const [first] = useState(() => {
    keepUser(app, user, (current) =>
      queryClient.setQueryData(userOptions(app).queryKey, (known) => (known === undefined ? current : known)),
    );
    return user;
  });
  useEffect(() => {
    if (user === first) return;
    keepUser(app, user, (current) => queryClient.setQueryData(userOptions(app).queryKey, current));
  }, [app, user, first, queryClient]);
  return null;
}

function keepUser(app: GatehouseClientApp, user: wire.User | null, keep: (user: ReactUser | null) => void): void {
  const { connection, session: sessionOf } = app[appInternals];
  const session = sessionOf();
  // The browser may have signed in or out since, in another tab: then it reads the user itself.
  const userId = session.usableAccessToken(0)?.claims.sub ?? user?.id;
  const isCurrent = user ? !session.isKnownInvalid && userId === user.id : session.isKnownInvalid;
  if (typeof window !== "undefined" && !isCurrent) return;
  const caller = connection.caller("client", session);
  makeObjectsWithHooks(app);
  keep(user && (connection.make(CurrentClientUser, user, { caller, connection }) as unknown as ReactUser));
}
