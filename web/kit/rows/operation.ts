import type { Connection } from "../connection/connection";
import { isKnownError, type KnownErrorKind } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { EndpointKey, KeyAt, OnlyParts, RequestParts, ResponseOf, WriteKey } from "../requests/endpoints";
import { pathOf } from "../requests/path";
import type { Tier } from "../requests/tier";
import type { Resource } from "../requests/writes";
import type { Row } from "./with-rows";

// A table has one row for each read and each write of a resource. A row is the method that objects have under its name, so that
// its type and its comment are written once. What it says is performed directly, or through a cache.

/**
 * Says who sends a row: a tier, a visitor without a session, or the session of the user who has it. For a guest, who has no session
 * either, a backend sends it with its key.
 */
export type Sender = Tier | "visitor" | "guest" | "session";

type TierOf<S extends Sender> = S extends Tier ? S : "client";

/** What has rows as its methods: an app, or an object that one has returned. */
export interface Subject {
  readonly connection: Connection;
  callerOf(sender: Sender): Caller;
}

type Parts = RequestParts<EndpointKey, Tier>;

/** What a result is made with, beside the response. */
export interface Made<Of = Subject, T extends Tier = Tier> {
  readonly caller: Caller<T>;
  readonly connection: Connection;
  /** The app or the object whose method was called. */
  readonly of: Of;
}

interface Sent<T extends Tier = Tier, Of = Subject, P = Parts> extends Made<Of, T> {
  readonly parts: P;
}

/** What a row says: what is sent, and what is made of the response. */
export interface Operation<Args extends readonly unknown[] = readonly unknown[], Result = unknown> {
  readonly sender: Sender;
  readonly key: EndpointKey;
  readonly method: "read" | "write";
  readonly request: (of: Subject, ...args: Args) => Parts;
  readonly result: (response: never, sent: Sent) => Result | Promise<Result>;
  /** What a cache keeps it as, to read it again after writes that change it; undefined for what is not kept. */
  readonly resource: Resource | undefined;
  readonly options: ReadOptions | undefined;
}

/** What is special about a read. */
interface ReadOptions<Result = null> {
  /** The errors by which the API says that there is none, which is null here. */
  readonly absent?: null extends Result ? readonly KnownErrorKind[] : never;
  /** For what changes in other tabs and through others: components read it again whenever the window gets the focus. */
  readonly refetchOnReturn?: true;
}

/**
 * Makes rows, each typed by the contract of its endpoint. `Lead` is what its request takes before the arguments of the method:
 * for a row of an object that object.
 */
type MakeRow<
  S extends Sender,
  Lead extends readonly Subject[],
  Key extends KeyAt<TierOf<S>>,
  IsRead extends boolean,
> = <K extends Key, Args extends readonly unknown[], const Given extends RequestParts<K, TierOf<S>>, Result>(
  key: K,
  request: (...args: [...Lead, ...Args]) => Given & OnlyParts<Given, RequestParts<K, TierOf<S>>>,
  result: (
    response: ResponseOf<K, TierOf<S>>,
    sent: Sent<TierOf<S>, Lead extends readonly [infer Of] ? Of : Subject, RequestParts<K, TierOf<S>>>,
  ) => Result | Promise<Result>,
  ...kept: IsRead extends true ? [resource?: Resource, options?: ReadOptions<Result>] : []
) => Row<Args, Result>;

/** What makes the rows of a sender. */
interface Rows<S extends Sender, Lead extends readonly Subject[] = []> {
  /**
   * A row that reads, also with a body. Components can show what names a resource, as it is after each write that changes it.
   */
  readonly read: MakeRow<S, Lead, KeyAt<TierOf<S>>, true>;
  /** A row that writes. What it changes is a rule of its path, in `refreshedBy`. */
  readonly write: MakeRow<S, Lead, WriteKey<TierOf<S>>, false>;
}

type Request = (...args: unknown[]) => Parts;

/** The rows of an app. They are made in one call, so that bundlers can leave out a whole table that nothing uses. */
export function tableOf<S extends Sender, Table>(sender: S, rows: (make: Rows<S>) => Table): Table {
  return rows(
    makeRows<Rows<S>>(
      sender,
      (request) =>
        (_, ...args) =>
          request(...args),
    ),
  );
}

/** The rows of objects, whose requests take the object before the arguments of the method. */
export function tableOfObjects<Of extends Subject>() {
  return <S extends Sender, Table>(sender: S, rows: (make: Rows<S, [of: Of]>) => Table): Table =>
    rows(makeRows<Rows<S, [of: Of]>>(sender, (request) => request));
}

function makeRows<Made>(sender: Sender, requestOf: (request: Request) => Request): Made {
  const rowOf =
    (method: Operation["method"]) =>
    (
      key: EndpointKey,
      request: Request,
      result: Operation["result"],
      resource?: Resource,
      options?: ReadOptions,
    ): unknown => {
      const operation: Operation = { sender, key, method, request: requestOf(request), result, resource, options };
      function row(this: Subject, ...args: unknown[]): Promise<unknown> {
        const perform = (this.connection.perform ?? run) as typeof run;
        return perform(this, operation, args);
      }
      return Object.assign(row, { operation });
    };
  return { read: rowOf("read"), write: rowOf("write") } as Made;
}

/** Returns what a row says. @throws Error for a function that is no row */
export function operationOf<Args extends readonly unknown[], Result>(row: Row<Args, Result>): Operation<Args, Result> {
  const { operation } = row as { readonly operation?: Operation<Args, Result> };
  if (operation === undefined) throw new Error(`${row.name} is no row`);
  return operation;
}

/** The result of what has none. */
export const nothing = (): void => undefined;

/** Sends what an operation says, and nothing else: no cache comes between. */
export async function run<Args extends readonly unknown[], Result>(
  of: Subject,
  { sender, key, method, request, result, options }: Operation<Args, Result>,
  args: Args,
): Promise<Result> {
  const caller = of.callerOf(sender);
  const send = caller[method] as (key: string, parts: Parts) => Promise<never>;
  const parts = request(of, ...args);
  try {
    const response = await send.call(caller, key, parts);
    return await result(response, { caller, connection: of.connection, of, parts });
  } catch (error) {
    if (options?.absent?.some((kind) => isKnownError(error, kind))) return null as Result;
    throw error;
  }
}

/** The request of an operation as a text: two that are alike read the same. What cannot be sent reads as the reason. */
export function requestText<Args extends readonly unknown[]>(
  of: Subject,
  { key, request }: Operation<Args, unknown>,
  args: Args,
): string {
  try {
    const parts: Parts & { readonly body?: unknown } = request(of, ...args);
    return `${pathOf(key, parts)} ${JSON.stringify(parts.body ?? null)}`;
  } catch (error) {
    return String(error);
  }
}
