import {
  type CurrentUser,
  type Item,
  type ItemReference,
  GatehouseClientApp as KitClientApp,
  type PartialUser,
  type Project,
} from "../../kit";
import type { GetUserOptions, GetUserOrElseOptions } from "../../kit/app/app";
import type {
  ClientAppHooks,
  ReactUser,
  UsePartialUserOptions,
  UseUserOptions,
  UseUserOrElseOptions,
} from "../hooks/objects-with-hooks";
import { useNavigateOf } from "../hooks/use-navigate";
import { useOfSession } from "../hooks/use-of-session";
import { usePartialUserOf } from "../hooks/use-partial-user";
import { useUserOf } from "../hooks/use-user";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { itemSession, ownItemOptions } from "../queries/item-queries";
import { projectOptions } from "../queries/queries";
import { readThrough, readUser } from "../queries/read-through";

type Session = Parameters<KitClientApp["fetchUser"]>[0];

/**
 * The app of a website that is made with React. It is the kit's own, and has hooks beside its methods: `app.useUser()`,
 * `user.useTeams()`, `team.useUsers()`.
 */
export class GatehouseClientApp extends KitClientApp implements ClientAppHooks {
  override getUser(options: GetUserOrElseOptions): Promise<ReactUser>;
  override getUser(options?: GetUserOptions): Promise<ReactUser | null>;
  override getUser(options?: GetUserOptions): Promise<ReactUser | null> {
    return super.getUser(options) as Promise<ReactUser | null>;
  }

  override getProject(): Promise<Project> {
    return readThrough(this, projectOptions(this), () => super.getProject());
  }

  override getItem(item: ItemReference): Promise<Item> {
    return readThrough(this, ownItemOptions(this, item), () => super.getItem(item));
  }

  /** @internal */
  protected override fetchUser(session: Session): Promise<CurrentUser> {
    return readUser(this, session, async () => {
      const [user, { withHooks }] = await Promise.all([super.fetchUser(session), import("./object-hooks")]);
      return withHooks(this, user);
    });
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
    const session = useOfSession(this, undefined, () => itemSession(this));
    return useView(this, ownItemOptions(this, item, session), options);
  }

  useNavigate(): (to: string) => void {
    return useNavigateOf(this);
  }
}
