import type { Row } from "../../kit/rows/with-rows";
import type { Cached } from "../queries/cached";
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
export function hookOf<Args extends readonly unknown[], Result>(row: Row<Args, Result>): HookOf<Args, Result> {
  return hook(() => row) as HookOf<Args, Result>;
}

/** The same of objects whose rows have a name in common, but are of their tiers. */
export function hookOfEach(name: string): (this: never, ...args: never[]) => never {
  return hook(
    (of) => (of as Cached & Record<string, Row<unknown[], unknown>>)[name] as Row<unknown[], unknown>,
  ) as never;
}

function hook<Args extends readonly unknown[]>(rowOf: (of: Cached) => Row<Args, unknown>) {
  return function useRow(this: Cached, ...args: Args): unknown {
    const last = args.at(-1);
    const options = typeof last === "object" && last !== null ? last : undefined;
    return useView(this, viewOf(this, rowOf(this), ...args), options);
  };
}
