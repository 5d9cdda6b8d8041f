import { isKnownError, type KnownErrorKind } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { EndpointKey, KeyAt, OnlyParts, RequestParts, ResponseOf, WriteKey } from "../requests/endpoints";
import { pathOf } from "../requests/path";
import type { Tier } from "../requests/tier";
import type { Resource } from "../requests/writes";

// A table has one row for each read and each write of a resource. A row is the method that objects have under its name, so that
// its type and its comment are written once. It lets the object perform what it says: directly, or through a cache.

type Parts = RequestParts<EndpointKey, Tier>;

/** What a row says: what is sent, and what is made of the response. */
export interface Operation<Args extends readonly unknown[], Result> {
  readonly tier: Tier;
  readonly key: EndpointKey;
  readonly request: (...args: Args) => Parts;
  readonly result: (response: never, caller: Caller) => Result;
  /** What a cache keeps it as, to read it again after writes that change it; undefined for what is not kept. */
  readonly resource: Resource | undefined;
  readonly options: ReadOptions | undefined;
}

/** What is special about a read. */
interface ReadOptions<Result = null> {
  /** The error by which the API says that there is none, which is null here. */
  readonly absent?: null extends Result ? KnownErrorKind : never;
  /** For what changes in other tabs and through others: components read it again whenever the window gets the focus. */
  readonly refetchOnReturn?: true;
}

/** What performs the operations that its methods are. */
interface Performer {
  perform<Args extends readonly unknown[], Result>(operation: Operation<Args, Result>, args: Args): Promise<Result>;
}

/** Makes rows, each typed by the contract of its endpoint. */
type MakeRow<T extends Tier, Key extends KeyAt<T>, IsRead extends boolean> = <
  K extends Key,
  Args extends readonly unknown[],
  const Sent extends RequestParts<K, T>,
  Result,
>(
  key: K,
  request: (...args: Args) => Sent & OnlyParts<Sent, RequestParts<K, T>>,
  result: (response: ResponseOf<K, T>, caller: Caller<T>) => Result,
  ...kept: IsRead extends true ? [resource?: Resource, options?: ReadOptions<Result>] : []
) => (...args: Args) => Promise<Result>;

/** What makes the rows of a tier. */
interface Rows<T extends Tier> {
  /** A row that reads: components can show what names a resource, as it is after each write that changes it. */
  readonly read: MakeRow<T, KeyAt<T>, true>;
  /** A row that writes. What it changes is a rule of its path, in `refreshedBy`. */
  readonly write: MakeRow<T, WriteKey<T>, false>;
}

/** The rows of a tier. They are made in one call, so that bundlers can leave out a whole table that nothing uses. */
export function tableOf<T extends Tier, Table>(tier: T, rows: (make: Rows<T>) => Table): Table {
  function row<Args extends readonly unknown[], Result>(
    key: EndpointKey,
    request: (...args: Args) => object,
    result: (response: never, caller: Caller<T>) => Result,
    resource?: Resource,
    options?: ReadOptions,
  ) {
    const operation = { tier, key, request, result, resource, options } as Operation<Args, Result>;
    function method(this: Performer, ...args: Args): Promise<Result> {
      return this.perform(operation, args);
    }
    return Object.assign(method, { operation });
  }
  return rows({ read: row as Rows<T>["read"], write: row as Rows<T>["write"] });
}

/** What a row says. @throws Error for a function that is no row */
export function operationOf<Args extends readonly unknown[], Result>(
  row: (...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  const { operation } = row as { readonly operation?: Operation<Args, Result> };
  if (operation === undefined) throw new Error(`${row.name} is no row of a table of operations`);
  return operation;
}

/** The result of what has none. */
export const nothing = (): void => undefined;

/**
 * Sends what an operation says, and nothing else: no cache comes between.
 * @param caller of the operation's tier
 */
export async function run<Args extends readonly unknown[], Result>(
  caller: Caller,
  { key, request, result, options }: Operation<Args, Result>,
  args: Args,
): Promise<Result> {
  const send = (key.startsWith("GET ") ? caller.read : caller.write) as (key: string, parts: Parts) => Promise<never>;
  try {
    return result(await send.call(caller, key, request(...args)), caller);
  } catch (error) {
    if (options?.absent && isKnownError(error, options.absent)) return null as Result;
    throw error;
  }
}

/** The request of an operation as a text: two that are alike read the same. */
export function requestText<Args extends readonly unknown[]>(
  { key, request }: Operation<Args, unknown>,
  args: Args,
): string {
  const parts: Parts & { readonly body?: unknown } = request(...args);
  return `${pathOf(key, parts)} ${JSON.stringify(parts.body ?? null)}`;
}
