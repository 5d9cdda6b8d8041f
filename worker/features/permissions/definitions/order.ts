/**
 * The order of permission ids in every list: `$`, digits, `:`, letters, `_`. Compared are the upper-cased forms by code
 * unit, since ids have no upper case of their own.
 */
export function byPermissionId(a: string, b: string): number {
  const [left, right] = [a.toUpperCase(), b.toUpperCase()];
  return left < right ? -1 : Number(left > right);
}
