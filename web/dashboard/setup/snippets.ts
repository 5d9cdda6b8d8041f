/** Holds what every app is configured with. */
export type Setup = { apiUrl: string; projectId: string; publishableClientKey: string };

const packageName = "@gatehouse/kit";

/** The command that installs the package, which the site serves as it is not on npm yet, and other ones beside it. */
export function installCommand(siteUrl: string, ...others: readonly string[]): string {
  return ["npm install", `${siteUrl}/kit.tgz`, ...others].join(" ");
}

/** The examples contain these while the keys are not known: secret ones are shown only when they are created. */
export const keyPlaceholders = {
  publishableClientKey: "pck_your-publishable-client-key",
  secretServerKey: "ssk_your-secret-server-key",
};

/** A page of a website without a bundler. */
export function tagExample({ siteUrl, projectId, publishableClientKey }: Setup & { siteUrl: string }): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>My website</title>
<script type="module" src="${siteUrl}/embed.js"
  data-project-id="${projectId}" data-publishable-client-key="${publishableClientKey}"></script>
<gatehouse-user-button></gatehouse-user-button>
<gatehouse-sign-in></gatehouse-sign-in>
</html>`;
}

/** `src/main.ts` of a new Vite app whose users sign in on hosted pages. */
export function hostedExample({
  apiUrl,
  projectId,
  publishableClientKey,
  siteUrl,
}: Setup & { siteUrl: string }): string {
  return `import { GatehouseClientApp } from "${packageName}";
const app = new GatehouseClientApp({
  baseUrl: "${apiUrl}", projectId: "${projectId}", tokenStore: "cookie",
  publishableClientKey: "${publishableClientKey}", hosted: "${siteUrl}",
});
const user = await app.getUser({ or: "redirect" });
document.body.textContent = \`Hello \${user.displayName ?? user.primaryEmail}\`;`;
}

/** A file of an example: its name, and what is in it. */
export type ExampleFile = readonly [name: string, code: string];

/** Files of a Next.js app whose users sign in on hosted pages. Project and keys come from the environment variables. */
export function nextExample({ siteUrl }: { siteUrl: string }): readonly ExampleFile[] {
  return [
    [
      "gatehouse.ts",
      `import { GatehouseServerApp } from "${packageName}/next";
export const app = new GatehouseServerApp({ tokenStore: "nextjs-cookie", hosted: "${siteUrl}" });`,
    ],
    [
      "proxy.ts",
      `// In Next.js 15: middleware.ts, with \`export const middleware\`
import { authMiddleware } from "${packageName}/next";
import { app } from "./gatehouse";
export const proxy = authMiddleware(app);
export const config = { matcher: ["/account/:path*"] };`,
    ],
    [
      "app/account/page.tsx",
      `// Next.js prerenders what is outside of <Suspense>
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { app } from "../../gatehouse";
export default function Account() {
  return <main><h1>Account</h1><Suspense fallback="Loading…"><Profile /></Suspense></main>;
}
async function Profile() {
  const user = await app.getUser({ or: "redirect" });
  return <form action={signOut}>Hello {user.displayName ?? user.primaryEmail} <button>Sign out</button></form>;
}
async function signOut() {
  "use server";
  await app.signOut();
  redirect("/");
}`,
    ],
  ];
}

/** `src/App.tsx` of a new Vite app with React: its pages of sign-in and account settings are below `/handler/`. */
export function reactExample({ apiUrl, projectId, publishableClientKey }: Setup): string {
  return `import { GatehouseClientApp, GatehouseHandler, GatehouseProvider, UserButton, useUser } from "${packageName}/react";
import { Suspense } from "react";
const keys = { projectId: "${projectId}", publishableClientKey: "${publishableClientKey}" };
const app = new GatehouseClientApp({ ...keys, baseUrl: "${apiUrl}", tokenStore: "cookie" });
const page = location.pathname.startsWith("/handler/") ? <GatehouseHandler fullPage /> : <Home />;
export default function App() { return <GatehouseProvider app={app}><Suspense>{page}</Suspense></GatehouseProvider>; }
function Home() {
  return <main>Hello {useUser({ or: "redirect" }).primaryEmail} <UserButton /></main>;
}`;
}

/**
 * `src/main.ts` of a new Vite app with a form of its own; it is JavaScript as well. Nothing in it is secret, so it needs no environment
 * variables.
 */
export function javaScriptExample({
  apiUrl,
  projectId,
  publishableClientKey,
  siteUrl,
}: Setup & { siteUrl: string }): string {
  return `import { GatehouseClientApp } from "${packageName}";

const app = new GatehouseClientApp({
  baseUrl: "${apiUrl}",
  projectId: "${projectId}",
  publishableClientKey: "${publishableClientKey}",
  hosted: "${siteUrl}", // has the pages to which the links of emails lead
  tokenStore: "cookie",
});

const user = await app.getUser();
if (user) {
  const signOut = document.createElement("button");
  signOut.textContent = "Sign out";
  signOut.onclick = () => user.signOut();
  document.body.replaceChildren(\`Hello \${user.displayName ?? user.primaryEmail} \`, signOut);
} else {
  const form = document.createElement("form");
  form.innerHTML = \`
    <input name="email" type="email" autocomplete="username" placeholder="Email" required>
    <input name="password" type="password" autocomplete="current-password" placeholder="Password" required>
    <button>Sign in</button>
    <button name="new" value="yes">Sign up</button>\`;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const credentials = { email: String(fields.get("email")), password: String(fields.get("password")) };
    const result = fields.has("new")
      ? await app.signUpWithCredential(credentials)
      : await app.signInWithCredential(credentials);
    if (result.status === "error") alert(result.error.message);
  };
  document.body.replaceChildren(form);
}`;
}

/** `server.mjs` of a backend with Express. */
export const expressExample = `import { GatehouseServerApp } from "${packageName}";
import { gatehouse } from "${packageName}/express";
import express from "express";

// Address, project and keys come from the environment variables.
const app = new GatehouseServerApp({ tokenStore: null });
const auth = gatehouse(app, { required: true });

const server = express();
server.get("/me", auth, (request, response) => {
  const { id, displayName, primaryEmail } = auth.user(request);
  response.json({ id, displayName, primaryEmail });
});
server.listen(Number(process.env.PORT ?? 3000));`;

/** `cli.mjs` of a program whose user signs in with a browser, and stays signed in by a file. */
export function cliExample({ siteUrl }: { siteUrl: string }): string {
  return `import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { GatehouseClientApp } from "${packageName}";

// Address, project and key come from the environment variables.
const app = new GatehouseClientApp({ tokenStore: null, hosted: "${siteUrl}" });
const file = \`\${homedir()}/.my-program-session\`;

let refreshToken = await readFile(file, "utf8").catch(() => null);
if (!refreshToken) {
  const login = await app.promptCliLogin({});
  if (login.status === "error") throw login.error;
  refreshToken = login.data;
  // For its owner only: it is as good as a password.
  await writeFile(file, refreshToken, { mode: 0o600 });
}
const user = await app.getUser({ tokenStore: { accessToken: null, refreshToken } });
console.log(user ? \`Hello \${user.displayName ?? user.primaryEmail}\` : \`Delete \${file} to log in again.\`);`;
}

/** `server.mjs` of a backend in Node, started with `node --env-file=.env server.mjs`. */
export const backendExample = `import { createServer } from "node:http";
import { GatehouseServerApp } from "${packageName}";

// Address, project and keys come from the environment variables.
const app = new GatehouseServerApp({ tokenStore: null });

const server = createServer(async (request, response) => {
  // The session of the request, from its cookies or its x-stack-auth header.
  const user = await app.getUser({ tokenStore: request });
  response.end(user ? \`Hello \${user.displayName ?? user.primaryEmail}\` : "Not signed in");
});
server.listen(Number(process.env.PORT ?? 3000));`;

/** The keys that a project's environment variables may contain. */
export type ProjectKeys = {
  publishableClientKey?: string;
  secretServerKey?: string;
  superSecretAdminKey?: string;
};

/** The project's settings as environment variables, under the names that the kit reads. */
export function environmentFile(
  { apiUrl, projectId }: { apiUrl: string; projectId: string },
  keys: ProjectKeys,
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
