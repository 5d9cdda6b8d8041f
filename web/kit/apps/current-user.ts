import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { tableOfObjects } from "../rows/operation";
import { withRows } from "../rows/with-rows";
import { Team, type TeamCreateOptions } from "../teams/team";
import { User, type UserContext, type UserUpdateOptions, userBody } from "../users/user";
import type { Auth } from "./admin-app";
import { withSession } from "./own-user";

/** The signed-in user, as a client sees them. A frozen snapshot: methods change the account, not the object. */
export interface CurrentUser extends User<Team, UserUpdateOptions>, Auth {}

const reads = /* @__PURE__ */ tableOfObjects<User>()("client", ({ read }) => ({
  listTeams: read(
    "GET /teams",
    ({ address }: User) => ({ query: { user_id: address } }),
    ({ items }, { caller, connection }) => items.map((team) => connection.make(Team, team, caller, connection)),
    "teams",
    { refetchOnReturn: true },
  ),
}));

/** The user of a session, without what needs the session. */
abstract class ClientUser extends /* @__PURE__ */ withRows(User, reads)<Team, UserUpdateOptions> {
  /** The teams this user is a member of. */
  declare listTeams: typeof reads.listTeams;
  readonly #caller: Caller<"client">;

  constructor(user: wire.User, context: UserContext<Caller<"client">>) {
    super(
      user,
      user.selected_team && context.connection.make(Team, user.selected_team, context.caller, context.connection),
      context,
    );
    this.#caller = context.caller;
  }

  get address(): string {
    return "me";
  }

  async update(changes: UserUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH /users/me", { body: userBody(changes) });
  }

  /** Deletes the account, then ends the session. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /users/me");
    this.#caller.session.markInvalid();
  }

  protected async makeTeam(options: TeamCreateOptions): Promise<Team> {
    const body = { ...wireNames(options), creator_user_id: "me" };
    const team = await this.#caller.write("POST /teams", { body });
    return this.connection.make(Team, team, this.#caller, this.connection);
  }
}

/** @internal */
export class CurrentClientUser
  extends /* @__PURE__ */ withSession(ClientUser, () => import("./admin-app"))
  implements CurrentUser {}
