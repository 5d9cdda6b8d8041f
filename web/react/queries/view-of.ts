import { appInternals } from "../../kit/app/internals";
import { type Operation, operationOf, requestText, run } from "../../kit/operations/operation";
import type { CachedApp } from "./fetches";
import { queryClientOf } from "./query-client";
import { refetchOnReturn, resourceOptions } from "./resource-query";

/** The query of what a row reads with these arguments. Rows that send the same request show the same. */
export function viewOf<Args extends readonly unknown[], Result>(
  app: CachedApp,
  row: (...args: Args) => Promise<Result>,
  ...args: Args
) {
  return queryOf(app, operationOf(row), args);
}

function queryOf<Args extends readonly unknown[], Result>(
  app: CachedApp,
  operation: Operation<Args, Result>,
  args: Args,
) {
  const { resource } = operation;
  if (resource === undefined) throw new Error(`No view shows ${operation.key}`);
  const query = resourceOptions(app, resource, [requestText(operation, args)], () => runFor(app, operation, args));
  return { ...query, ...(operation.options?.refetchOnReturn && refetchOnReturn) };
}

/**
 * Performs an operation as methods of an app made for React do. In a browser, what views show is read through the cache: always
 * anew, shared with the views that are reading the same, and shown by them.
 */
export function performThroughCache<Args extends readonly unknown[], Result>(
  app: CachedApp,
  operation: Operation<Args, Result>,
  args: Args,
): Promise<Result> {
  if (operation.resource === undefined || typeof window === "undefined") return runFor(app, operation, args);
  const { queryKey, queryFn } = queryOf(app, operation, args);
  return queryClientOf(app).fetchQuery({ queryKey, queryFn, staleTime: 0 });
}

function runFor<Args extends readonly unknown[], Result>(
  app: CachedApp,
  operation: Operation<Args, Result>,
  args: Args,
): Promise<Result> {
  return run(app[appInternals].connection.caller(operation.tier), operation, args);
}
