import { useMemo } from "react";
import type { PartialUser, PresentedApiKey, Project } from "../../kit";
import type { CurrentServerUser } from "../../kit/apps/admin-app";
import { GatehouseServerApp as KitServerApp } from "../../kit/apps/server-app";
import { withRows } from "../../kit/rows/with-rows";
import { serverFinds, serverRows } from "../../kit/server/server-tier";
import { hooksOf } from "../hooks/hook-of";
import type { UsePartialUserOptions, UseUserOptions } from "../hooks/objects-with-hooks";
import type { ServerAppHooks } from "../hooks/server-objects-with-hooks";
import { useNavigateOf } from "../hooks/use-navigate";
import { usePartialUserOf, useUserOf } from "../hooks/use-user";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions, readUser } from "../queries/queries";
import { resourceOptions } from "../queries/resource-query";
import { readThroughCache, viewOf } from "../queries/view-of";
import { ReactDataVaultStore } from "./data-vault-store";
import { makeObjectsWithHooks } from "./object-hooks";

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
type Constructor<T> = new (...args: any[]) => T;

const serverHooks: object = /* @__PURE__ */ (() => hooksOf({ ...serverRows, ...serverFinds }))();

type Session = Parameters<KitServerApp["fetchUser"]>[0];

/** A server app, or an admin app, with hooks beside its methods and those of the objects that it returns. */
export function withServerHooks<Base extends Constructor<KitServerApp>>(
  base: Base,
): Constructor<ServerAppHooks> & Base {
  class AppWithHooks extends /* @__PURE__ */ withRows(base, serverHooks) {
    // biome-ignore lint/suspicious/noExplicitAny: those of the base
    constructor(...args: any[]) {
      super(...args);
      readThroughCache(this);
      makeObjectsWithHooks(this);
    }

    /** @internal */
    override fetchUser(session: Session): Promise<CurrentServerUser> {
      return readUser(this, session, () => super.fetchUser(session));
    }

    override async getDataVaultStore(id: string): Promise<ReactDataVaultStore> {
      return new ReactDataVaultStore(this, id);
    }

    useUser(first?: string | PresentedApiKey | UseUserOptions, second?: ViewOptions): unknown {
      // biome-ignore lint/correctness/useHookAtTopLevel: components request one user, or the signed-in one
      return isOther(first) ? useView(this, userByIdOptions(this, first), second) : useUserOf(this, first);
    }

    useUserById(userId: string, options?: ViewOptions): unknown {
      return useView(this, userByIdOptions(this, userId), options);
    }

    useDataVaultStore(id: string): ReactDataVaultStore {
      return useMemo(() => new ReactDataVaultStore(this, id), [id]);
    }

    usePartialUser(options: UsePartialUserOptions): PartialUser | null {
      return usePartialUserOf(this, options);
    }

    useProject<Options extends ViewOptions>(options?: Options): Viewed<Project, Options> {
      return useView(this, projectOptions(this), options);
    }

    useNavigate(): (to: string) => void {
      return useNavigateOf(this);
    }
  }
  // Each tier's objects have the hooks: the methods that return them need not be repeated.
  return AppWithHooks as unknown as Constructor<ServerAppHooks> & Base;
}

/** Tells whether `getUser` and `useUser` are asked for a user by id or API key. */
function isOther(first: unknown): first is string | PresentedApiKey {
  return typeof first === "string" || (typeof first === "object" && first !== null && "apiKey" in first);
}

/** A user by id, or by the API key that a program presents; null for none. */
export function userByIdOptions(app: KitServerApp, user: string | PresentedApiKey) {
  if (typeof user === "string") return viewOf(app, serverFinds.getUser, user);
  return resourceOptions(app, "users", ["api-key", user.apiKey], () => app.getUser(user));
}

/**
 * The app of a trusted backend that renders React. It is the kit's own, and has hooks beside its methods: `app.useUsers()`,
 * `user.useTeams()`, `team.useUsers()`. Needs the secret server key, and must stay on a server.
 */
export class GatehouseServerApp extends /* @__PURE__ */ withServerHooks(KitServerApp) {}
