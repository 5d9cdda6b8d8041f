import { GatehouseServerApp } from "@gatehouse/kit/next";

// Address, project and keys come from the environment variables. With `hosted`, users sign in on the project's pages on your
// Gatehouse site, and come back.
const hosted = process.env.HOSTED ? process.env.GATEHOUSE_SITE_URL : undefined;

export const app = new GatehouseServerApp({ tokenStore: "nextjs-cookie", hosted });
