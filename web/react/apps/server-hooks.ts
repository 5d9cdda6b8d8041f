import { useMemo } from "react";
import type {
  GatehouseServerApp,
  ItemReference,
  ItemUsage,
  ItemUsageOptions,
  ListUsersOptions,
  PartialUser,
  PresentedApiKey,
  Project,
  ServerItem,
  UserPage,
} from "../../kit";
import { CurrentServerUser } from "../../kit/server/current-server-user";
import { ServerTeam, ServerUser } from "../../kit/server/users-and-teams";
import type { UsePartialUserOptions, UseUserOptions } from "../hooks/objects-with-hooks";
import type { ServerAppHooks } from "../hooks/server-objects-with-hooks";
import { useNavigateOf } from "../hooks/use-navigate";
import { usePartialUserOf } from "../hooks/use-partial-user";
import { useUserOf } from "../hooks/use-user";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { itemOptions } from "../queries/item-queries";
import { projectOptions } from "../queries/queries";
import { readThrough, readUser } from "../queries/read-through";
import {
  itemUsageOptions,
  projectTeamOptions,
  teamByIdOptions,
  userByIdOptions,
  userListOptions,
} from "../queries/server-queries";
import { signedOut } from "../queries/session-of";
import { ReactDataVaultStore } from "./data-vault-store";
import { addObjectHooks } from "./object-hooks";
import { fillCacheBy, teamReads, userReads } from "./object-reads";

type Session = Parameters<GatehouseServerApp["fetchUser"]>[0];

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
type Constructor<T> = new (...args: any[]) => T;

/** A server app, or an admin app, with hooks beside its methods and those of the objects that it returns. */
export function withServerHooks<Base extends Constructor<GatehouseServerApp>>(
  base: Base,
): Constructor<ServerAppHooks> & Base {
  class AppWithHooks extends base {
    // biome-ignore lint/suspicious/noExplicitAny: those of the base
    constructor(...args: any[]) {
      super(...args);
      addObjectHooks(this);
      fillCacheBy(ServerUser.prototype, userReads);
      fillCacheBy(Object.getPrototypeOf(CurrentServerUser.prototype), userReads);
      fillCacheBy(ServerTeam.prototype, teamReads);
    }

    /** @internal */
    protected override findUser(user: string | PresentedApiKey): Promise<ServerUser | null> {
      return readThrough(this, userByIdOptions(this, user), () => super.findUser(user));
    }

    /** @internal */
    protected override fetchUser(session: Session): Promise<CurrentServerUser> {
      return readUser(this, session, () => super.fetchUser(session));
    }

    override listUsers(options?: ListUsersOptions): Promise<UserPage> {
      return readThrough(this, userListOptions(this, options), () => super.listUsers(options));
    }

    override listTeams(): Promise<ServerTeam[]> {
      return readThrough(this, projectTeamOptions(this), () => super.listTeams());
    }

    override getTeam(team: string | PresentedApiKey): Promise<ServerTeam | null> {
      const read = () => super.getTeam(team);
      return typeof team === "string" ? readThrough(this, teamByIdOptions(this, team), read) : read();
    }

    override getItem(item: ItemReference): Promise<ServerItem> {
      return readThrough(this, this.#itemOptions(item), () => super.getItem(item));
    }

    override getItemUsage(usage: ItemUsageOptions): Promise<ItemUsage[]> {
      return readThrough(this, itemUsageOptions(this, usage), () => super.getItemUsage(usage));
    }

    override async getDataVaultStore(id: string): Promise<ReactDataVaultStore> {
      return new ReactDataVaultStore(this, id);
    }

    override getProject(): Promise<Project> {
      return readThrough(this, projectOptions(this), () => super.getProject());
    }

    useUser(first?: string | PresentedApiKey | UseUserOptions, second?: ViewOptions): unknown {
      // biome-ignore lint/correctness/useHookAtTopLevel: components request one user, or the signed-in one
      return isOther(first) ? useView(this, userByIdOptions(this, first), second) : useUserOf(this, first);
    }

    useUserById(userId: string, options?: ViewOptions): unknown {
      return useView(this, userByIdOptions(this, userId), options);
    }

    useUsers({ suspense, ...options }: ListUsersOptions & ViewOptions = {}): unknown {
      return useView(this, userListOptions(this, options), { suspense });
    }

    useTeams(options?: ViewOptions): unknown {
      return useView(this, projectTeamOptions(this), options);
    }

    useTeam(teamId: string, options?: ViewOptions): unknown {
      return useView(this, teamByIdOptions(this, teamId), options);
    }

    useItem(item: ItemReference, options?: ViewOptions): unknown {
      return useView(this, this.#itemOptions(item), options);
    }

    useItemUsage(usage: ItemUsageOptions, options?: ViewOptions): unknown {
      return useView(this, itemUsageOptions(this, usage), options);
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

    /** A server app reads items by its key, without a session. */
    #itemOptions(item: ItemReference) {
      return itemOptions(this, signedOut, item, () => this.getItem(item));
    }
  }
  // Each tier's objects have the hooks: the methods that return them need not be repeated.
  return AppWithHooks as unknown as Constructor<ServerAppHooks> & Base;
}

/** Tells whether `getUser` and `useUser` are asked for a user by id or API key. */
function isOther(first: unknown): first is string | PresentedApiKey {
  return typeof first === "string" || (typeof first === "object" && first !== null && "apiKey" in first);
}
