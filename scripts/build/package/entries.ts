import path from "node:path";

/** Lists what a website imports from the kit: keys of `exports` in its package, with their modules below `web/`. */
export const KIT_ENTRIES: Readonly<Record<string, string>> = {
  ".": "kit/index.ts",
  "./react": "react/index.ts",
  "./embed": "embed/index.ts",
  "./hono": "kit/hono/index.ts",
  "./express": "kit/express/index.ts",
  "./next": "next/index.ts",
  "./billing": "kit/billing/index.ts",
};

/** Lists what browsers import by the name of an entry whose own module is for server components (the condition `react-server`). */
export const BROWSER_ENTRIES: Readonly<Record<string, string>> = { "./next": "next/client.ts" };

/** The stylesheet of the components, which a website imports only where it forbids inline styles. */
export const STYLESHEET = "react.css";

/** The folders below `web/` whose modules run in browsers only: each begins with `"use client"`, as Next's app router needs. */
export const CLIENT_FOLDERS: readonly string[] = ["react", "ui", "next/browser"];

/** Lists what an application installs along with the kit; everything else that the kit imports is built in. */
export const DEPENDENCIES: readonly string[] = [
  "@oslojs/encoding",
  "@oslojs/otp",
  "@tanstack/react-query",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "jose",
  "lucide-react",
  "react-aria",
  "react-aria-components",
  "react-hook-form",
  "react-stately",
  "uqr",
];

/** Those that are made for React: the custom elements bring them along, with a React of their own. */
const FOR_REACT = [
  "@tanstack/react-query",
  "lucide-react",
  "react-aria",
  "react-aria-components",
  "react-hook-form",
  "react-stately",
];

/** Lists what an application brings, with the versions that work: only what its entries need, so all of it is optional. */
export const PEER_DEPENDENCIES: Readonly<Record<string, string>> = {
  // `use`, contexts as providers, and styles that are hoisted to the head are of React 19.
  react: "^19.0.0",
  "react-dom": "^19.0.0",
  "@types/react": "^19.0.0",
  hono: "^4.0.0",
  next: "^15.0.0 || ^16.0.0",
};

/**
 * Tells whether an import stays an import in the built kit: that of a package.
 * @throws Error for a package that an application does not install
 */
export function isExternal(specifier: string): boolean {
  if (!/^[\w@]/.test(specifier) || path.isAbsolute(specifier)) return false;
  const isInstalled = [...DEPENDENCIES, ...Object.keys(PEER_DEPENDENCIES)].some(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  );
  if (!isInstalled) throw new Error(`The kit imports ${specifier}, which is none of its dependencies.`);
  return true;
}

/** The same for the custom elements, which bring their React along. */
export function isExternalToElements(specifier: string): boolean {
  const isForReact = FOR_REACT.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return !isForReact && DEPENDENCIES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The path of a module as the built kit names it, to which it adds `.js` and `.d.ts`. */
export function withoutSuffix(source: string): string {
  return source.replace(/\.tsx?$/, "");
}
