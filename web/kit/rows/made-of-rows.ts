import type { KnownError, KnownErrorKind } from "../errors/known-error";
import { errorOf, type Result, resultOf } from "../errors/result";
import type { Row } from "./with-rows";

/** A row that returns its errors of these kinds in a result, in place of throwing them. */
export function resultOfRow<Args extends readonly unknown[], T, K extends KnownErrorKind>(
  row: Row<Args, T>,
  ...kinds: readonly K[]
): Row<Args, Result<T, KnownError<K>>> {
  return function (this: object, ...args) {
    return resultOf(row.call(this, ...args), ...kinds);
  };
}

/** A row that returns its errors of these kinds, else undefined. */
export function errorOfRow<Args extends readonly unknown[], K extends KnownErrorKind>(
  row: Row<Args, unknown>,
  ...kinds: readonly K[]
): Row<Args, KnownError<K> | undefined> {
  return async function (this: object, ...args) {
    return errorOf(await resultOf(row.call(this, ...args), ...kinds));
  };
}

/** The rows of a table that is loaded when the first of them is performed: most pages need none of it. */
export function loadedRows<Table extends object>(
  load: () => Promise<Table>,
  names: { readonly [Name in keyof Table]: true },
): Table {
  const rowOf = (name: string) =>
    async function (this: object, ...args: unknown[]) {
      const table = (await load()) as Record<string, Row<unknown[], unknown>>;
      return await table[name]?.apply(this, args);
    };
  return Object.fromEntries(Object.keys(names).map((name) => [name, rowOf(name)])) as Table;
}
