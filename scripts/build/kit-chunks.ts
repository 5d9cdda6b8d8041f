import type { Rolldown } from "vite";

/**
 * Puts the modules of the kit into few chunks, which are the smallest pieces that a website's bundler can make. A chunk has all
 * that its entry imports statically, except what the chunks before it have. So a page loads each chunk as one file. From separate
 * modules, esbuild and Rolldown make up to thirteen files, one for each combination of lazily loaded modules that share some.
 * @param entries the modules that are loaded at once, by the name of their chunk, most important first
 */
export function kitChunks(entries: Readonly<Record<string, string>>): Rolldown.CodeSplittingOptions {
  return {
    groups: Object.entries(entries).map(([chunk, entry], index, { length }) => {
      let modules: ReadonlySet<string> | undefined;
      return {
        debugName: chunk,
        // A group takes what its modules import, too, of what the groups before it left.
        priority: length - index,
        name(id, context) {
          modules ??= staticallyImported(entry, (module) => context.getModuleInfo(module)?.importedIds ?? []);
          return modules.has(id) ? chunk : null;
        },
      };
    }),
  };
}

/** The modules that an entry loads at once, itself included. */
export function staticallyImported(
  entry: string,
  importsOf: (module: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const module of found) for (const imported of importsOf(module)) found.add(imported);
  return found;
}
