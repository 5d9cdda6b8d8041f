import * as tanstack from "@tanstack/react-query";
import { useQueryClient } from "./query-hooks";

/** TanStack Query's hook on the provider's cache, in a module of its own: the sign-in page does not load it. */
export const useSuspenseQueries = ((options: Parameters<typeof tanstack.useSuspenseQueries>[0]) =>
  tanstack.useSuspenseQueries(options, useQueryClient())) as typeof tanstack.useSuspenseQueries;
