import { queryOptions } from "@tanstack/react-query";
import type { ComponentType, FunctionComponent } from "react";
import { keys } from "../queries/keys";
import { useSuspenseQuery } from "../queries/query-hooks";

/** The query of a component's code. */
function codeOptions<Props>(name: string, load: () => Promise<ComponentType<Props>>) {
  return queryOptions({
    queryKey: keys.component(name),
    queryFn: load,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A component whose `code` can also be loaded before it is rendered. */
export type LazyComponent<Props> = FunctionComponent<Props> & { code: ReturnType<typeof codeOptions<Props>> };

/**
 * A component whose code is loaded when it is first rendered, so that other pages do not carry it. The code is a query,
 * because a failed query can be retried: React's `lazy` keeps a failure for good.
 *
 * @param name unique among these components
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const code = codeOptions(name, load);
  function Lazy(props: Props) {
    const { data: Loaded } = useSuspenseQuery(code);
    return <Loaded {...props} />;
  }
  return Object.assign(Lazy, { code });
}
