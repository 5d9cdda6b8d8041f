import { DurableObject } from "cloudflare:workers";
import type { NetworkPlace } from "../../../platform/geo";
import { equalSecrets } from "../../../platform/secrets";

const dayMillis = 24 * 60 * 60 * 1000;

/** A login from a command line, from its start on. Of its codes only the SHA-256 is kept. */
export interface NewCliLogin {
  projectId: string;
  pollingCodeHash: string;
  loginCodeHash: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  begun: LoginBeginning;
  /** The refresh token of the anonymous session that the confirmation page may take over, until it does; sealed. */
  sealedAnonymousToken?: string;
}

/** Says when, from where and by what a login was begun. What is not known of it is null. */
export interface LoginBeginning {
  /** Milliseconds since the epoch. */
  at: number;
  place: NetworkPlace | null;
  /** One of the names of `readProgram`. */
  program: string | null;
}

interface StoredLogin extends NewCliLogin {
  /** Present from completion until it is returned to the client that polls. */
  sealedRefreshToken?: string;
  isUsed?: true;
}

export type PollOutcome =
  | { status: "unknown" | "waiting" | "expired" | "used" }
  | { status: "success"; sealedRefreshToken: string };

export type CheckOutcome = "unknown" | "other project" | LoginState;

/** A login as its login code shows it. One that was completed is used, for all but the client that polls. */
export interface LoginState {
  status: "waiting" | "expired" | "used";
  begun: LoginBeginning;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Is true if an anonymous session can be taken over. */
  isAnonymous: boolean;
}

/** Holds what a request shows of the login code that it carries. */
interface GivenLoginCode {
  projectId: string;
  loginCodeHash: string;
}

/**
 * Holds one command-line login. It is waiting, then completed, then used, and it can expire at any time. Its methods work on its
 * storage alone and do not wait within. So of many requests at once, one completes the login, and one takes the token.
 */
export class CliLogin extends DurableObject<Env> {
  async begin(login: NewCliLogin): Promise<void> {
    this.ctx.storage.kv.put<StoredLogin>("login", login);
    // Its outcome can be read for a day.
    await this.ctx.storage.setAlarm(login.expiresAt + dayMillis);
  }

  /** The state of the login, for the user who is asked to complete it. */
  check(given: GivenLoginCode): CheckOutcome {
    const login = this.login;
    if (!login || !equalSecrets(login.loginCodeHash, given.loginCodeHash)) return "unknown";
    if (login.projectId !== given.projectId) return "other project";
    const { begun, expiresAt, sealedAnonymousToken } = login;
    return { status: statusOf(login), begun, expiresAt, isAnonymous: sealedAnonymousToken !== undefined };
  }

  /** Hands the anonymous session's token out, once, while the login can be completed. */
  claimAnonymous(given: GivenLoginCode): string | undefined {
    const login = this.login;
    const checked = this.check(given);
    if (!login || typeof checked === "string" || checked.status !== "waiting") return undefined;
    const { sealedAnonymousToken, ...rest } = login;
    this.ctx.storage.kv.put<StoredLogin>("login", rest);
    return sealedAnonymousToken;
  }

  /** Leaves a sealed refresh token for the client that polls, unless the login can no longer be completed. */
  complete({ sealedRefreshToken, ...given }: GivenLoginCode & { sealedRefreshToken: string }): boolean {
    const login = this.login;
    const checked = this.check(given);
    if (!login || typeof checked === "string" || checked.status !== "waiting") return false;
    this.ctx.storage.kv.put<StoredLogin>("login", { ...login, sealedRefreshToken });
    return true;
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

function statusOf({ expiresAt, sealedRefreshToken, isUsed }: StoredLogin): LoginState["status"] {
  if (sealedRefreshToken || isUsed) return "used";
  return Date.now() < expiresAt ? "waiting" : "expired";
}
