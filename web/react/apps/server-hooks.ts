import { useMemo } from "react";
import type { PartialUser, PresentedApiKey, Project } from "../../kit";
import type { CurrentServerUser } from "../../kit/apps/admin-app";
import type { GatehouseServerApp } from "../../kit/apps/server-app";
import { withRows } from "../../kit/rows/with-rows";
import { serverFinds, serverRows } from "../../kit/server/server-tier";
import { hooksOf } from "../hooks/hook-of";
import type { UsePartialUserOptions, UseUserOptions } from "../hooks/objects-with-hooks";
import type { ServerAppHooks } from "../hooks/server-objects-with-hooks";
import { useNavigateOf } from "../hooks/use-navigate";
import { usePartialUserOf } from "../hooks/use-partial-user";
import { useUserOf } from "../hooks/use-user";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { readUser } from "../queries/read-user";
import { userByIdOptions } from "../queries/server-queries";
import { readThroughCache } from "../queries/view-of";
import { ReactDataVaultStore } from "./data-vault-store";
import { makeObjectsWithHooks } from "./object-hooks";

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
type Constructor<T> = new (...args: any[]) => T;

const serverHooks: object = /* @__PURE__ */ (() => hooksOf({ ...serverRows, ...serverFinds }))();

type Session = Parameters<GatehouseServerApp["fetchUser"]>[0];

/** A server app, or an admin app, with hooks beside its methods and those of the objects that it returns. */
export function withServerHooks<Base extends Constructor<GatehouseServerApp>>(
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
