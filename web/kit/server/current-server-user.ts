import type { TokenPair } from "../session/token-store/token-store";
import { type Auth, authHeaders, type SignOutOptions, signOut, type TokenSource } from "../sign-in/own-session";
import { ServerUser } from "./users-and-teams";

/** The signed-in user in an app of the server tier: everything of {@link ServerUser}, and the session. */
export class CurrentServerUser extends ServerUser implements Auth {
  protected override async connectAccount(providerId: string, scopes: readonly string[]): Promise<never> {
    const { linkWithOAuth } = await import("../sign-in/oauth");
    return await linkWithOAuth(this.connection, this.caller.session, providerId, scopes);
  }

  get currentSession(): TokenSource {
    return { getTokens: () => this.caller.session.tokens() };
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await signOut(this.caller, this.connection.redirects, options);
  }

  getAuthHeaders(): Promise<{ "x-stack-auth": string }> {
    return authHeaders(this.caller.session);
  }

  getAuthJson(): Promise<TokenPair> {
    return this.caller.session.tokens();
  }

  async updatePassword(options: Parameters<Auth["updatePassword"]>[0]): ReturnType<Auth["updatePassword"]> {
    return (await import("../sign-in/own-password")).updatePassword(this.caller, options);
  }

  /** Deletes the account, then ends the session. */
  override async delete(): Promise<void> {
    await super.delete();
    this.caller.session.markInvalid();
  }
}
