import { DurableObject } from "cloudflare:workers";
import { equalSecrets } from "../../../platform/secrets";

const dayMillis = 24 * 60 * 60 * 1000;

/** A login from a command line, from its start on. Of its codes only the SHA-256 is kept. */
export interface NewCliLogin {
  projectId: string;
  pollingCodeHash: string;
  loginCodeHash: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface StoredLogin extends NewCliLogin {
  /** Present from completion until it is returned to the client that polls. */
  sealedRefreshToken?: string;
  isUsed?: true;
}

export type PollOutcome =
  | { status: "unknown" | "waiting" | "expired" | "used" }
  | { status: "success"; sealedRefreshToken: string };

export type CompletionOutcome = "completed" | "unknown" | "other project";

/**
 * One command-line login: waiting, then completed, then used; or expired at any time. It works on its storage alone, and
 * its methods do not wait within, so that of many requests at once one completes it, and one takes the token.
 */
export class CliLogin extends DurableObject<Env> {
  async begin(login: NewCliLogin): Promise<void> {
    this.ctx.storage.kv.put<StoredLogin>("login", login);
    // Its outcome can be read for a day.
    await this.ctx.storage.setAlarm(login.expiresAt + dayMillis);
  }

  /** Leaves a sealed refresh token for the client that polls. */
  complete(given: { projectId: string; loginCodeHash: string; sealedRefreshToken: string }): CompletionOutcome {
    const login = this.login;
    const isWaiting = login && !login.sealedRefreshToken && !login.isUsed && Date.now() < login.expiresAt;
    if (!isWaiting || !equalSecrets(login.loginCodeHash, given.loginCodeHash)) return "unknown";
    if (login.projectId !== given.projectId) return "other project";
    this.ctx.storage.kv.put<StoredLogin>("login", { ...login, sealedRefreshToken: given.sealedRefreshToken });
    return "completed";
  }

  /** The state of the login. The token is returned once, and kept no longer. */
  poll(given: { projectId: string; pollingCodeHash: string }): PollOutcome {
    const login = this.login;
    const isKnown = login?.projectId === given.projectId && equalSecrets(login.pollingCodeHash, given.pollingCodeHash);
    if (!login || !isKnown) return { status: "unknown" };
    if (Date.now() >= login.expiresAt) return { status: "expired" };
    if (login.isUsed) return { status: "used" };
    const { sealedRefreshToken, ...used } = login;
    if (!sealedRefreshToken) return { status: "waiting" };
    this.ctx.storage.kv.put<StoredLogin>("login", { ...used, isUsed: true });
    return { status: "success", sealedRefreshToken };
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  private get login(): StoredLogin | undefined {
    return this.ctx.storage.kv.get<StoredLogin>("login");
  }
}
