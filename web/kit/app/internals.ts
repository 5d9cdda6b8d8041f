import type { Caller } from "../requests/caller";
import type { Tier } from "../requests/transport";
import type { WriteListener } from "../requests/writes";
import type { Session } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";
import type { ClientAppJson } from "./serialisation";

/** Where an app keeps what is for the layers built on the kit (React, dashboard), not for websites. */
export const appInternals = Symbol.for("gatehouse.app-internals");

/** What {@link appInternals} holds. */
export interface AppInternals {
  /** The settings of this app, for another process to make the same app from; see `clientAppFromJson`. */
  toClientJson(): ClientAppJson;
  /** Makes calls that the kit has no method for, with the app's session if it has a token store. */
  caller(tier: Tier): Caller;
  /** The session of whoever is signed in right now; its `key` changes exactly when somebody else is. */
  session(tokenStore?: TokenStoreInit): Session;
  /** Calls `listener` when another login takes the place of the current one, or none does. Returns what stops it. */
  onSessionChange(listener: () => void, tokenStore?: TokenStoreInit): () => void;
  /** Calls `listener` after each write, before the write's promise resolves. Returns what stops it. */
  onWrite(listener: WriteListener): () => void;
}
