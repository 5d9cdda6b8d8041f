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
