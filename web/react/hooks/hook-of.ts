import type { CachedApp } from "../queries/fetches";
import { viewOf } from "../queries/view-of";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** The hook of a method: it takes the same arguments and, among the options or after the arguments, how to wait. */
export type HookOf<Args extends readonly unknown[], Result> =
  Required<Args> extends readonly [...infer Before, infer Given extends object]
    ? Args extends readonly [...Before, unknown]
      ? <Options extends Given & ViewOptions>(...args: [...Before, options: Options]) => Viewed<Result, Options>
      : <Options extends Given & ViewOptions>(...args: [...Before, options?: Options]) => Viewed<Result, Options>
    : <Options extends ViewOptions>(...args: [...Args, options?: Options]) => Viewed<Result, Options>;

/** A hook that shows what a row reads, as a method of the apps that have the row. */
export function hookOf<Args extends readonly unknown[], Result>(
  row: (...args: Args) => Promise<Result>,
): HookOf<Args, Result> {
  function useRow(this: CachedApp, ...args: Args): unknown {
    const last = args.at(-1);
    return useView(this, viewOf(this, row, ...args), typeof last === "object" && last !== null ? last : undefined);
  }
  return useRow as HookOf<Args, Result>;
}
