/** What every app is configured with, besides keys. */
export type Setup = { apiUrl: string; projectId: string };

const packageName = "@gatehouse/kit";

export const installCommand = `npm install ${packageName}`;

/** Keys are shown only when they are created, so examples contain placeholders. */
export const keyPlaceholders = {
  publishableClientKey: "pck_your-publishable-client-key",
  secretServerKey: "ssk_your-secret-server-key",
};

/** The first lines of the examples for the browser. Nothing in them is secret, so they need no environment variables. */
function browserApp({ apiUrl, projectId }: Setup): string {
  return `import { GatehouseClientApp } from "${packageName}";

export const app = new GatehouseClientApp({
  baseUrl: "${apiUrl}",
  projectId: "${projectId}",
  publishableClientKey: "${keyPlaceholders.publishableClientKey}",
  tokenStore: "cookie",
});`;
}

export function reactExample(setup: Setup): string {
  return `import { use } from "react";
${browserApp(setup)}

const signedIn = app.getUser();

export function Greeting() {
  const user = use(signedIn);
  return user ? <p>Welcome, {user.primaryEmail}</p> : <a href={app.urls.signIn}>Sign in</a>;
}`;
}

export function javaScriptExample(setup: Setup): string {
  return `${browserApp(setup)}

await app.signUpWithCredential({ email, password, noRedirect: true });
const user = await app.getUser();
console.log(\`Welcome, \${user?.primaryEmail}\`);`;
}

export const backendExample = `import { GatehouseServerApp } from "${packageName}";

// Project, keys and address come from the environment variables.
const app = new GatehouseServerApp({ tokenStore: null });

// The session of the request, from its cookies or its x-stack-auth header.
const user = await app.getUser({ tokenStore: request });
await user?.update({ serverMetadata: { plan: "free" } });`;
