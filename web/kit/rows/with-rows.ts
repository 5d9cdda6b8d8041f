import type { KnownErrorKind } from "../errors/known-error";
import { errorOf, type Refusal, type Result, resultOf } from "../errors/result";

/** A row: the method that performs what it says. */
export type Row<Args extends readonly unknown[], Result> = (...args: Args) => Promise<Result>;

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
export type Constructor<T> = abstract new (...args: any[]) => T;

/** A class whose rows take the place of those of `base`. It declares their types. */
export function withRows<Base extends Constructor<object>>(base: Base, ...rows: object[]): Base {
  abstract class WithRows extends base {}
  Object.assign(WithRows.prototype, ...rows);
  return WithRows;
}

/** A class that has the functions of tables as its methods, beside those of `base`. */
export const withMethods = withRows as <Base extends Constructor<object>, Methods extends object>(
  base: Base,
  methods: Methods,
) => Base & Constructor<Methods>;

/** A class that has nothing but the functions of tables. */
export function classOf<Methods extends object>(methods: Methods): Constructor<Methods> {
  return withMethods(Object, methods);
}

/** A row that returns its errors of these kinds in a result, in place of throwing them. */
export function resultOfRow<Args extends readonly unknown[], T, K extends KnownErrorKind>(
  row: Row<Args, T>,
  ...kinds: readonly K[]
): Row<Args, Result<T, Refusal<K>>> {
  return function (this: object, ...args) {
    return resultOf(row.call(this, ...args), ...kinds);
  };
}

/** A row that returns its errors of these kinds, else undefined. */
export function errorOfRow<Args extends readonly unknown[], K extends KnownErrorKind>(
  row: Row<Args, unknown>,
  ...kinds: readonly K[]
): Row<Args, Refusal<K> | undefined> {
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
