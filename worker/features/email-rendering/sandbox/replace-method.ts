// biome-ignore lint/suspicious/noExplicitAny: functions of every signature are replaced
export type AnyFunction = (this: any, ...args: any[]) => any;

/** Puts a function in the place of a method of the language, with its name, if the language has it. `make` is given the one before. */
export function replaceMethod(
  holder: object,
  name: string,
  make: (original: AnyFunction) => Record<string, AnyFunction>,
): void {
  const original = (holder as Record<string, AnyFunction>)[name];
  const value = original && make(original)[name];
  if (value) Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Puts a constructor in the place of one of the language, which checks its arguments first. */
export function replaceConstructor(holder: object, name: string, check: (args: unknown[]) => void): void {
  const original = (holder as Record<string, AnyFunction>)[name];
  if (!original) throw new Error(`The language has no constructor ${name}`);
  const limited = new Proxy(original, {
    apply(target, self, args) {
      check(args);
      return Reflect.apply(target, self, args);
    },
    construct(target, args, newTarget) {
      check(args);
      return Reflect.construct(target, args, newTarget);
    },
  });
  Object.defineProperty(original.prototype, "constructor", { value: limited, writable: true, configurable: true });
  Object.defineProperty(holder, name, { value: limited, writable: true, configurable: true });
}
