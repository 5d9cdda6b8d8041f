import type { Connection } from "../connection/connection";
import type { Result } from "../errors/result";
import type { Caller } from "../requests/caller";
import type { Connectivity } from "../requests/connectivity";
import type { Tier } from "../requests/tier";
import type { Reauthenticator, SignOutListener, WriteListener } from "../requests/writes";
import type { Session } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";
import type { ClientAppJson, ClientAppSettings } from "./serialisation";

/** Names where an app keeps what is for the layers built on the kit (React, dashboard), not for websites. */
export const appInternals = Symbol.for("gatehouse.app-internals");

/** The same for code that was written for the reference: what of it websites use. */
export const stackAppInternals = Symbol.for("StackAuth--DO-NOT-USE-OR-YOU-WILL-BE-FIRED--StackAppInternals");

/** Describes what {@link stackAppInternals} holds. */
export interface StackAppInternals {
  toClientJson(): ClientAppJson;
  /**
   * Sends a request that the kit has no method for, with the app's session if it has a token store. The rules for retries and
   * errors are those of all other requests.
   * @param path below `/api/v1`, beginning with a slash
   * @param init its body is text of JSON
   */
  sendRequest(path: string, init: RequestInit, tier?: Tier): Promise<Response>;
}

/** Describes what {@link appInternals} holds. */
export interface AppInternals {
  /** The settings of this app, for another process to make the same app from; see `clientAppFromJson`. */
  toClientJson(): ClientAppJson;
  /** The same without an identifier, which is random: Next.js prerenders nothing random. */
  clientSettings(): ClientAppSettings;
  /**
   * Sends requests that the kit has no method for, with the app's session if it has a token store.
   * @internal
   */
  caller<T extends Tier>(tier: T): Caller<T>;
  /**
   * Holds what the app and the objects it returns share, for objects that are made without one of them being read first.
   * @internal
   */
  connection: Connection;
  /** The current session; its `key` changes exactly when another login takes its place. */
  session(tokenStore?: TokenStoreInit): Session;
  /** Calls `listener` when another login takes the place of the current one, or none does. Returns what stops it. */
  onSessionChange(listener: () => void, tokenStore?: TokenStoreInit): () => void;
  /**
   * Lets the browser offer passkeys in the autofill of an input, until one is chosen. Needs a browser that has it.
   * @returns what signs in with it, and goes on; null when `signal` aborts, another ceremony starts, or none can be offered
   * @throws PASSKEY_AUTHENTICATION_FAILED when the ceremony cannot begin
   */
  choosePasskeyByAutofill(signal: AbortSignal): Promise<(() => Promise<Result<undefined>>) | null>;
  /** Holds what the requests of the page wait for, to say it there. */
  readonly connectivity: Connectivity;
  /** Calls `listener` after each write, before the write's promise resolves. Returns what stops it. */
  onWrite(listener: WriteListener): () => void;
  /**
   * Calls `listener` when a sign-out begins, which waits for the promise that it returns: a cache finishes what it stores. It
   * stores nothing more before `done`, so that no part of the page shows a signed-out user before the page is left. Returns
   * what stops it.
   */
  onSignOut(listener: SignOutListener): () => void;
  /**
   * Calls `reauthenticator` when a write is refused until the user shows again who they are, and repeats the write when
   * they have. The last one given counts. Returns what takes it away.
   */
  onReauthenticationRequired(reauthenticator: Reauthenticator): () => void;
}
