import path from "node:path";
import type { Rolldown } from "vite";

/** The modules below `web/kit` of the signed-in user: loaded for them, and as part of the server app. */
const USER = ["client/current-user", "client/own-user", "users/user", "teams/team"];

/**
 * Puts the modules of the kit into few chunks, by which bundlers of websites split it further but never finer: all that
 * `clientEntry` imports statically into `core`, so that a page loads it as one file. From modules of their own, esbuild
 * and Rolldown make a file of each combination of lazily loaded modules that share some, up to thirteen.
 * @param source the folder of the kit's sources
 */
export function kitChunks(source: string, clientEntry: string): Rolldown.CodeSplittingOptions {
  let core: ReadonlySet<string> | undefined;
  return {
    groups: [
      {
        debugName: "core",
        // A group takes what its modules import, too, of what the groups before it left.
        priority: 2,
        name(id, context) {
          core ??= staticallyImported(clientEntry, (module) => context.getModuleInfo(module)?.importedIds ?? []);
          return core.has(id) ? "core" : null;
        },
      },
      {
        name: "user",
        priority: 1,
        test: (id) => USER.includes(path.relative(source, id).replace(/\.ts$/, "")),
      },
    ],
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
