export * from "./exports/admin";
export type * from "./exports/aliases";
export * from "./exports/client";
export * from "./exports/server";
