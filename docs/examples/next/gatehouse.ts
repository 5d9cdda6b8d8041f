import { GatehouseServerApp } from "@gatehouse/kit/next";

// Address, project and keys come from the environment variables. With `hosted`, users sign in on the project's pages on your
// Gatehouse site, and come back.
const hosted = process.env.HOSTED ? process.env.GATEHOUSE_SITE_URL : undefined;

// The API limits what each visitor tries. A proxy in front of the website knows who they are; without one, anybody could say.
const trustedProxies = process.env.TRUSTED_PROXIES ? Number(process.env.TRUSTED_PROXIES) : undefined;

export const app = new GatehouseServerApp({ tokenStore: "nextjs-cookie", hosted, trustedProxies });
