import type { TestProject } from "vitest/node";
import { sharedOAuthVars, startIdentityProvider } from "../dev/identity-provider";
import { readWorkerConfig } from "../platform/worker-config";
import { findFreePorts } from "./free-ports";

declare module "vitest" {
  interface ProvidedContext {
    /** The OpenID provider behind every shared provider in the tests, as the Worker's variables. */
    identityProvider: { workerVars: Record<string, string> };
  }
}

/** Global set-up of the worker tests: the identity provider of `npm run dev`, for the API's address in wrangler.toml. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [port] = (await findFreePorts(1)) as [number];
  const { issuer, stop } = await startIdentityProvider({ port, apiUrl: readWorkerConfig().vars?.API_URL ?? "" });
  provide("identityProvider", { workerVars: { ...sharedOAuthVars(issuer), SHARED_OAUTH_ACCESS_TOKENS: "on" } });
  return stop;
}
