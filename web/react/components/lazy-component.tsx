import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { ComponentType, FunctionComponent } from "react";

/**
 * A component whose code is loaded when it is first shown, so that other pages do not carry it. It is a query because one
 * that failed can be tried again: `lazy` of React remembers a failure for good.
 *
 * @param name tells it from others that are loaded so
 */
export function loadedWhenShown<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const options = queryOptions({
    queryKey: ["gatehouse", "code", name],
    queryFn: load,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return function LoadedWhenShown(props: Props) {
    const { data: Loaded } = useSuspenseQuery(options);
    return <Loaded {...props} />;
  };
}
