/** What every app needs to know of a project beside its keys. */
export type Setup = { apiUrl: string; projectId: string };

const packageName = "@gatehouse/kit";

export const installCommand = `npm install ${packageName}`;

/** The project's settings as environment variables, in the names that the kit reads by itself. */
export function environmentFile(
  { apiUrl, projectId }: Setup,
  keys: { publishableClientKey?: string; secretServerKey?: string; superSecretAdminKey?: string },
): string {
  const variables = {
    GATEHOUSE_API_URL: apiUrl,
    GATEHOUSE_PROJECT_ID: projectId,
    GATEHOUSE_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
    GATEHOUSE_SECRET_SERVER_KEY: keys.secretServerKey,
    GATEHOUSE_SUPER_SECRET_ADMIN_KEY: keys.superSecretAdminKey,
  };
  return Object.entries(variables)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** In the place of keys, which are shown only when they are made. */
export const keyPlaceholders = {
  publishableClientKey: "pck_your-publishable-client-key",
  secretServerKey: "ssk_your-secret-server-key",
};

/** How the examples for the browser begin. What it holds is no secret, so that it needs no bundler to fill it in. */
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

// The caller's session, from its cookies or its x-stack-auth header.
const user = await app.getUser({ tokenStore: request });
await user?.update({ serverMetadata: { plan: "free" } });`;
