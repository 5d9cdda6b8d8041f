/** The part of `nodejs_compat` in use; the whole of Node's types would put globals on view that a Worker does not have. */
declare module "node:crypto" {
  export function scryptSync(
    password: Uint8Array,
    salt: Uint8Array,
    keyLength: number,
    options: { N: number; r: number; p: number; maxmem: number },
  ): Uint8Array;
}
