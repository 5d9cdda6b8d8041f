/** Exports what client components import, see `index.ts`. */
export * from "../react";
