import type { Operation } from "../../kit/rows/operation";
import type { Row } from "../../kit/rows/with-rows";
import type { Cached } from "../queries/keys";
import { viewOf } from "../queries/view-of";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** The hook of a method: it takes the same arguments and, among the options or after the arguments, how to wait. */
export type HookOf<Args extends readonly unknown[], Result> =
  Required<Args> extends readonly [...infer Before, infer Given extends object]
    ? Args extends readonly [...Before, unknown]
      ? <Options extends Given & ViewOptions>(...args: [...Before, options: Options]) => Viewed<Result, Options>
      : <Options extends Given & ViewOptions>(...args: [...Before, options?: Options]) => Viewed<Result, Options>
    : <Options extends ViewOptions>(...args: [...Args, options?: Options]) => Viewed<Result, Options>;

/** Names the hook of a method: that of `listTeams` or `getTeams` is `useTeams`. */
type HookName<Method> = Method extends `${"get" | "list"}${infer What}` ? `use${What}` : never;

const hookName = (method: string) => method.replace(/^(get|list)/, "use");

/** The hooks of the reads of a table. */
export type HooksOf<Table> = {
  [Method in keyof Table as HookName<Method>]: Table[Method] extends Row<infer Args, infer Result>
    ? HookOf<Args, Result>
    : never;
};

/** The hooks of what views show of a table, as methods of what has its rows. */
export function hooksOf<Table extends object>(table: Table): HooksOf<Table> {
  const shown = Object.entries(table as Record<string, Row<unknown[], unknown> & { readonly operation?: Operation }>);
  return Object.fromEntries(
    shown
      .filter(([, { operation }]) => operation?.resource !== undefined)
      .map(([method, row]) => [hookName(method), hook(() => row)]),
  ) as HooksOf<Table>;
}

/** The hooks of objects whose rows have names in common, but are of their tiers. */
export function hooksOfEach<Method extends string>(
  ...methods: readonly Method[]
): { [Each in Method as HookName<Each>]: (this: never, ...args: never[]) => never } {
  type Rows = Cached & Record<string, Row<unknown[], unknown>>;
  const hooks = methods.map((method) => [hookName(method), hook((of) => (of as Rows)[method] as Rows[string])]);
  return Object.fromEntries(hooks);
}

function hook<Args extends readonly unknown[]>(rowOf: (of: Cached) => Row<Args, unknown>) {
  return function useRow(this: Cached, ...args: Args): unknown {
    const last = args.at(-1);
    const options = typeof last === "object" && last !== null ? last : undefined;
    return useView(this, viewOf(this, rowOf(this), ...args), options);
  };
}
