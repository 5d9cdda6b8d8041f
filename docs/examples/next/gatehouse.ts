import { GatehouseServerApp } from "@gatehouse/kit/next";

// Address, project and keys come from the environment variables.
export const app = new GatehouseServerApp({ tokenStore: "nextjs-cookie" });
