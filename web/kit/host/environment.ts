// Bundlers replace `process.env.NAME` only where it is written out like this, hence the long form below. In a browser
// without a bundler `process` itself does not exist, and reading it throws.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

function firstSet(...variables: (() => string | undefined)[]): string | undefined {
  for (const variable of variables) {
    try {
      const value = variable();
      if (value) return value;
    } catch {
      // No `process` here, so no variables either.
      return undefined;
    }
  }
  return undefined;
}

const commonBaseUrl = [
  () => process.env.NEXT_PUBLIC_GATEHOUSE_API_URL,
  () => process.env.GATEHOUSE_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_API_URL,
  () => process.env.STACK_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_URL,
];

// Settings from environment variables; the first that is set and not empty counts, our own names before the others. Each is
// an export of its own, so that a client app carries none that only servers have.

export const projectId = () =>
  firstSet(
    () => process.env.NEXT_PUBLIC_GATEHOUSE_PROJECT_ID,
    () => process.env.GATEHOUSE_PROJECT_ID,
    () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
    () => process.env.STACK_PROJECT_ID,
  );

export const publishableClientKey = () =>
  firstSet(
    () => process.env.NEXT_PUBLIC_GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
    () => process.env.GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
    () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
    () => process.env.STACK_PUBLISHABLE_CLIENT_KEY,
  );

export const secretServerKey = () =>
  firstSet(
    () => process.env.GATEHOUSE_SECRET_SERVER_KEY,
    () => process.env.STACK_SECRET_SERVER_KEY,
  );

export const superSecretAdminKey = () =>
  firstSet(
    () => process.env.GATEHOUSE_SUPER_SECRET_ADMIN_KEY,
    () => process.env.STACK_SUPER_SECRET_ADMIN_KEY,
  );

export const extraRequestHeaders = () =>
  firstSet(
    () => process.env.NEXT_PUBLIC_GATEHOUSE_EXTRA_REQUEST_HEADERS,
    () => process.env.GATEHOUSE_EXTRA_REQUEST_HEADERS,
    () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS,
    () => process.env.STACK_EXTRA_REQUEST_HEADERS,
  );

/** Returns who runs the website's server, among those that say who its visitors are; undefined elsewhere. */
export function hostOfWebsite(): "vercel" | "netlify" | "fly" | "cloudflare" | undefined {
  if ("WebSocketPair" in globalThis) return "cloudflare";
  if ("Netlify" in globalThis) return "netlify";
  if (firstSet(() => process.env.VERCEL)) return "vercel";
  return firstSet(() => process.env.FLY_APP_NAME) ? "fly" : undefined;
}

export const browserBaseUrl = () =>
  firstSet(
    () => process.env.NEXT_PUBLIC_BROWSER_GATEHOUSE_API_URL,
    () => process.env.NEXT_PUBLIC_GATEHOUSE_API_URL_BROWSER,
    () => process.env.GATEHOUSE_API_URL_BROWSER,
    () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    () => process.env.NEXT_PUBLIC_STACK_API_URL_BROWSER,
    () => process.env.STACK_API_URL_BROWSER,
    ...commonBaseUrl,
  );

export const serverBaseUrl = () =>
  firstSet(
    () => process.env.NEXT_PUBLIC_SERVER_GATEHOUSE_API_URL,
    () => process.env.NEXT_PUBLIC_GATEHOUSE_API_URL_SERVER,
    () => process.env.GATEHOUSE_API_URL_SERVER,
    () => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    () => process.env.NEXT_PUBLIC_STACK_API_URL_SERVER,
    () => process.env.STACK_API_URL_SERVER,
    ...commonBaseUrl,
  );
