/*
 * React renders arrays of children within arrays, and the same ones as often as they occur: twenty that each hold the one before
 * twice are a million. It asks `Array.isArray` for each, as it was when React was loaded, so this module has to be loaded first.
 */

/** `Array.isArray` as the language has it, whose calls are not charged. */
export const { isArray: nativeIsArray } = Array;

let visit: (() => void) | undefined;

Array.isArray = (value: unknown): value is [] => {
  const is = nativeIsArray(value);
  if (is) visit?.();
  return is;
};

/** Has `each` called for every array that is asked for, by React and by sources, from now on. */
export function onEachArray(each: () => void): void {
  visit = each;
}
