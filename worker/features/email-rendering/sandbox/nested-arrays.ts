/*
 * React renders arrays of children within arrays, and renders the same one as often as it occurs. Twenty arrays that each hold
 * the one before twice make a million. React asks `Array.isArray` for each, as it was when React was loaded. So this module has
 * to be loaded first.
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
