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
