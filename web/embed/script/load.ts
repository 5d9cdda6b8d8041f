/** The files of one release: for each its integrity, and the files that it imports at once. */
export type ReleaseFiles = Readonly<
  Record<string, { readonly integrity: string; readonly imports: readonly string[] }>
>;

/** Holds what the build gives the script of the tag. */
export type Release = {
  readonly files: ReleaseFiles;
  /** The file to begin with. */
  readonly main: string;
  /** Is the folder of the files, as seen from the script. */
  readonly folder: string;
  /** The API that the tag uses unless it names another. */
  readonly apiUrl: string;
};

/** Names the function by which the files of a release import each other on demand: the build puts it in place of `import()`. */
export const importKey = "gatehouse.import";

/**
 * Loads files of a release with their integrity, which a website checks of the first one only: `import()` takes none. A
 * preloaded module is the one that `import()` then finds, so nothing is loaded twice, and what fails the check never runs.
 *
 * @param base address of the release's folder
 * @param nonce of the script element, for a content security policy by nonce
 */
export function verifiedImport(files: ReleaseFiles, base: string, nonce: string | undefined) {
  const preloads = new Map<string, Promise<void>>();

  function preload(name: string): Promise<void> {
    const before = preloads.get(name);
    if (before) return before;
    const loading = new Promise<void>((resolve, reject) => {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.integrity = files[name]?.integrity ?? "";
      link.crossOrigin = "anonymous";
      if (nonce) link.nonce = nonce;
      link.href = base + name;
      link.onload = () => resolve();
      link.onerror = () => {
        preloads.delete(name);
        reject(new TypeError(`Gatehouse: ${link.href} cannot be loaded, or is not the file of this version.`));
      };
      document.head.append(link);
    });
    preloads.set(name, loading);
    return loading;
  }

  return async (name: string): Promise<unknown> => {
    if (!files[name]) throw new TypeError(`Gatehouse: ${name} is no file of this version.`);
    await Promise.all([...withImports(files, name)].map(preload));
    return import(/* @vite-ignore */ base + name);
  };
}

/** A file, and what it leads to by imports that are loaded with it. */
export function withImports(files: ReleaseFiles, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of files[name]?.imports ?? []) withImports(files, imported, found);
  return found;
}
