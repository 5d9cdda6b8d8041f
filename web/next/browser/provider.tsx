import { type ReactNode, useEffect, useState } from "react";
import { appInternals } from "../../kit/app/internals";
import type { ClientAppSettings } from "../../kit/app/serialisation";
import { CurrentClientUser } from "../../kit/apps/current-user";
import type * as wire from "../../kit/requests/wire";
import type { GatehouseClientApp } from "../../react/apps/client-app";
import { makeObjectsWithHooks } from "../../react/apps/object-hooks";
import type { ReactUser } from "../../react/hooks/objects-with-hooks";
import { RequestContext } from "../../react/hooks/server-rendering";
import { GatehouseProvider } from "../../react/provider/gatehouse-provider";
import { userOptions } from "../../react/queries/queries";
import { useQueryClient } from "../../react/queries/query-hooks";
import type { TranslationProps } from "../../ui/translation/translation-provider";
import { appOf } from "./app";

export interface BrowserProviderProps extends TranslationProps {
  readonly app: ClientAppSettings;
  /** The signed-in user, whom the server reads meanwhile. */
  readonly user: Promise<wire.User | null>;
  readonly children?: ReactNode;
}

/** The part of the provider that runs in the browser, and on the server while the page is rendered. */
export function BrowserProvider({ app: settings, user, children, ...translation }: BrowserProviderProps) {
  const app = appOf(settings);
  // A failure is for the hooks, which can try again.
  const [request] = useState(async () => void (await Promise.allSettled([user])));
  return (
    <GatehouseProvider {...translation} app={app}>
      <RequestContext value={request}>
        <UserOfServer app={app} user={user}>
          {children}
        </UserOfServer>
      </RequestContext>
    </GatehouseProvider>
  );
}

type UserOfServerProps = Pick<BrowserProviderProps, "user" | "children"> & { readonly app: GatehouseClientApp };

/**
 * Makes the server's user what the cache is waiting for. At first it does so before the children read it, so that none of them sends
 * a request. It does so again when a server action has rendered the page anew. It is around the children, because React renders only
 * what is around them again when it resumes a prerendered page.
 */
function UserOfServer({ app, user, children }: UserOfServerProps) {
  const queryClient = useQueryClient();
  const [first] = useState(() => {
    void queryClient.prefetchQuery(userQuery(app, user));
    return user;
  });
  useEffect(() => {
    if (user === first) return;
    const query = userQuery(app, user);
    void queryClient.cancelQueries(query).then(() => queryClient.prefetchQuery({ ...query, staleTime: 0 }));
  }, [app, user, first, queryClient]);
  return children;
}

/** Is what reads the user, which the first time takes the one that a server has read. */
function userQuery(app: GatehouseClientApp, user: Promise<wire.User | null>) {
  let isTaken = false;
  return {
    ...userOptions(app),
    queryFn: async () => {
      const current = isTaken ? undefined : currentUser(app, await user);
      isTaken = true;
      return current === undefined ? await app.getUser({ or: "anonymous-if-exists[deprecated]" }) : current;
    },
  };
}

/** The user whom a server has read; undefined where the browser has signed in or out since, such as in another tab. */
function currentUser(app: GatehouseClientApp, user: wire.User | null): ReactUser | null | undefined {
  const { connection, session: sessionOf } = app[appInternals];
  const session = sessionOf();
  if (typeof window !== "undefined") {
    const userId = session.usableAccessToken(0)?.claims.sub ?? user?.id;
    if (user ? session.isKnownInvalid || userId !== user.id : !session.isKnownInvalid) return undefined;
  }
  const caller = connection.caller("client", session);
  makeObjectsWithHooks(app);
  return user && (connection.make(CurrentClientUser, user, { caller, connection }) as unknown as ReactUser);
}
