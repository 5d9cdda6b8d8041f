import { withSession } from "../client/own-user";
import { ServerUser } from "./users-and-teams";

/** The signed-in user in an app of the server tier: everything of {@link ServerUser}, and the session. */
export class CurrentServerUser extends /* @__PURE__ */ withSession(ServerUser) {
  /** Deletes the account, then ends the session. */
  override async delete(): Promise<void> {
    await super.delete();
    this.caller.session.markInvalid();
  }
}
