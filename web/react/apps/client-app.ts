import {
  type ClientAppOptions,
  type CurrentUser,
  type Item,
  type ItemReference,
  GatehouseClientApp as KitClientApp,
  type PartialUser,
  type Project,
} from "../../kit";
import type { GetUserOptions, GetUserOrElseOptions } from "../../kit/app/app";
import { type Host, realHost } from "../../kit/host/host";
import { ownItems } from "../../kit/payments/item";
import type {
  ClientAppHooks,
  ReactUser,
  UsePartialUserOptions,
  UseUserOptions,
  UseUserOrElseOptions,
} from "../hooks/objects-with-hooks";
import { useOfSession } from "../hooks/server-rendering";
import { useNavigateOf } from "../hooks/use-navigate";
import { usePartialUserOf, useUserOf } from "../hooks/use-user";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions, readUser } from "../queries/queries";
import { ownSessionNumber } from "../queries/session-of";
import { readThroughCache, viewOf } from "../queries/view-of";

type Session = Parameters<KitClientApp["fetchUser"]>[0];

/**
 * The app of a website that is made with React. It is the kit's own, and has hooks beside its methods: `app.useUser()`,
 * `user.useTeams()`, `team.useUsers()`.
 */
export class GatehouseClientApp extends KitClientApp implements ClientAppHooks {
  constructor(options: ClientAppOptions);
  /** @internal */
  constructor(options: ClientAppOptions, host: Host);
  constructor(options: ClientAppOptions, host: Host = realHost) {
    super(options, host);
    readThroughCache(this);
  }

  override getUser(options: GetUserOrElseOptions): Promise<ReactUser>;
  override getUser(options?: GetUserOptions): Promise<ReactUser | null>;
  override getUser(options?: GetUserOptions): Promise<ReactUser | null> {
    return super.getUser(options) as Promise<ReactUser | null>;
  }

  /** @internal */
  override fetchUser(session: Session): Promise<CurrentUser> {
    const classes = import("./object-hooks").then(({ makeObjectsWithHooks }) => makeObjectsWithHooks(this));
    return readUser(this, session, () => super.fetchUser(session, classes));
  }

  useUser(options: UseUserOrElseOptions): ReactUser;
  useUser<Options extends UseUserOptions>(options?: Options): Viewed<ReactUser | null, Options>;
  useUser(options?: UseUserOptions): unknown {
    return useUserOf(this, options);
  }

  usePartialUser(options: UsePartialUserOptions): PartialUser | null {
    return usePartialUserOf(this, options);
  }

  useProject<Options extends ViewOptions>(options?: Options): Viewed<Project, Options> {
    return useView(this, projectOptions(this), options);
  }

  useItem<Options extends ViewOptions>(item: ItemReference, options?: Options): Viewed<Item, Options> {
    useOfSession(this, undefined, () => ownSessionNumber(this));
    return useView(this, viewOf(this, ownItems.getItem, item), options);
  }

  useNavigate(): (to: string) => void {
    return useNavigateOf(this);
  }
}
