const loaders: (() => Promise<unknown>)[] = [];

/**
 * Evaluates a module when it is first needed, and keeps it. `load` is its `import()`. An isolate that never needs the module starts
 * faster (decision 0066).
 *
 * Once it is there, no request imports it again. A bundle would have it at once, but a development server fetches a module for each
 * `import()`. A request that waits for another one's fetch never goes on.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let module: Module | undefined;
  const loaded = async () => {
    module ??= await load();
    return module;
  };
  loaders.push(loaded);
  return loaded;
}

/** Loads every lazy module, those that the loaded ones name included. */
export async function loadLazyModules(): Promise<void> {
  for (const load of loaders) await load();
}
