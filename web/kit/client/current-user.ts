import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { Team, type TeamCreateOptions } from "../teams/team";
import { User, type UserContext, type UserUpdateOptions, userBody } from "../users/user";
import { type Auth, withSession } from "./own-user";

/** The signed-in user, as a client sees them. A frozen snapshot: methods change the account, not the object. */
export interface CurrentUser extends User<Team, UserUpdateOptions>, Auth {}

/** The user of a session, without what needs the session. */
abstract class ClientUser extends User<Team, UserUpdateOptions> {
  readonly #caller: Caller<"client">;

  constructor(user: wire.User, context: UserContext<Caller<"client">>) {
    super(user, user.selected_team && new Team(user.selected_team, context.caller, context.connection), context);
    this.#caller = context.caller;
    Object.freeze(this);
  }

  protected get address(): string {
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

  async listTeams(): Promise<Team[]> {
    const { items } = await this.#caller.read("GET /teams", { query: { user_id: "me" } });
    return items.map((team) => new Team(team, this.#caller, this.connection));
  }

  protected async makeTeam(options: TeamCreateOptions): Promise<Team> {
    const body = { ...wireNames(options), creator_user_id: "me" };
    return new Team(await this.#caller.write("POST /teams", { body }), this.#caller, this.connection);
  }
}

/** @internal */
export class CurrentClientUser extends withSession(ClientUser) implements CurrentUser {}
