export * from "./exports/admin";
export * from "./exports/client";
export * from "./exports/server";
