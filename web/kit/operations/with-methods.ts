// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
export type Constructor<T> = abstract new (...args: any[]) => T;

/** A class that has the functions of tables as its methods, beside those of `base`. */
export function withMethods<Base extends Constructor<object>, Methods extends object>(
  base: Base,
  methods: Methods,
): Base & Constructor<Methods> {
  abstract class WithMethods extends base {}
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(WithMethods.prototype, name, { value, configurable: true, writable: true });
  }
  return WithMethods as unknown as Base & Constructor<Methods>;
}
