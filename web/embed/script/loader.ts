import { importKey, type Release, verifiedImport } from "./load";
import { ownScript, withoutQuery } from "./own-script";

/** Set by the build. */
declare const RELEASE: Release;

const self = withoutQuery(import.meta.url);
const script = ownScript(self);
const registry = globalThis as unknown as Record<symbol, ReturnType<typeof verifiedImport> | undefined>;
const key = Symbol.for(importKey);

// A page that has the tag twice loads one version, the first.
if (!registry[key]) {
  const load = verifiedImport(RELEASE.files, new URL(RELEASE.folder, self).href, script?.nonce);
  registry[key] = load;
  const { start } = (await load(RELEASE.main)) as typeof import("./main");
  start(script, self, RELEASE.apiUrl);
}
