import { queryOptions } from "@tanstack/react-query";
import type { ComponentType, FunctionComponent } from "react";
import { keys } from "../queries/keys";
import { useSuspenseQuery } from "../queries/query-hooks";

/**
 * A component whose code is loaded when it is first rendered, so that other pages do not carry it. The code is a query,
 * because a failed query can be retried: React's `lazy` keeps a failure for good.
 *
 * @param name unique among these components
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const options = queryOptions({
    queryKey: keys.component(name),
    queryFn: load,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return function LazyComponent(props: Props) {
    const { data: Loaded } = useSuspenseQuery(options);
    return <Loaded {...props} />;
  };
}
