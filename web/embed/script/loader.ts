import { importKey, type Release, verifiedImport } from "./load";

/** Set by the build. */
declare const RELEASE: Release;

const { files, main, folder, apiUrl } = RELEASE;
const self = withoutQuery(import.meta.url);
const script = ownScript(self);
const registry = globalThis as unknown as Record<symbol, ReturnType<typeof verifiedImport> | undefined>;
const key = Symbol.for(importKey);

// A page that has the tag twice loads one version, the first.
if (!registry[key]) {
  const load = verifiedImport(files, new URL(folder, self).href, script?.nonce);
  registry[key] = load;
  try {
    const { start } = (await load(main)) as typeof import("./main");
    start(script, self, apiUrl);
  } catch (error) {
    // For websites that have something to show instead.
    const detail = { message: String(error), code: null };
    document.dispatchEvent(new CustomEvent("gatehouse-error", { detail }));
    console.error(error);
  }
}

/** The script element that loads a module from `address`: a module has no `document.currentScript`. */
function ownScript(address: string): HTMLScriptElement | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const own = scripts.filter(({ src }) => withoutQuery(src) === address);
  return own.find((script) => script.dataset.projectId) ?? own[0];
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}
