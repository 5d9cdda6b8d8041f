import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { type Operation, operationOf, requestText, run, type Subject } from "../../kit/rows/operation";
import type { Row } from "../../kit/rows/with-rows";
import { type Cached, numberOf } from "./keys";
import { queryClientOf } from "./query-client";
import { refetchOnReturn, resourceOptions } from "./resource-query";
import { ownSessionNumber, sessionNumber } from "./session-of";

type Query<Result> = ReturnType<typeof resourceOptions<Result>>;

/**
 * The query of what a row of an app, or of an object, reads with these arguments. Rows that send the same request, for the same
 * session, and make the same of its response show the same.
 */
export function viewOf<Args extends readonly unknown[], Result>(
  of: Cached,
  row: Row<Args, Result>,
  ...args: Args
): Query<Result> {
  return queryOf(of as Subject, operationOf(row), args);
}

function queryOf<Args extends readonly unknown[], Result>(
  of: Subject,
  operation: Operation<Args, Result>,
  args: Args,
): Query<Result> {
  const { resource, result, options } = operation;
  if (resource === undefined) throw new Error(`No view shows ${operation.key}`);
  const key = [sessionOf(of, operation), numberOf(result), requestText(of, operation, args)];
  const query = resourceOptions(of, resource, key, () => run(of, operation, args));
  return { ...query, ...(options?.refetchOnReturn && refetchOnReturn) };
}

/**
 * Lets the methods of an app and of its objects read through the cache what views show. They always read anew, share that with views
 * that read the same, and let these show it. On a server, where one process serves many users, there is no such cache.
 */
export function readThroughCache(app: Subject): void {
  app.connection.perform = (of, operation, args) => {
    const [subject, what] = [of as Subject, operation as Operation];
    if (what.resource === undefined || typeof window === "undefined") return run(subject, what, args);
    const { queryKey, queryFn } = queryOf(subject, what, args);
    return queryClientOf(subject).fetchQuery({ queryKey, queryFn, staleTime: 0 });
  };
}

/** The number of the session by which a row is read. */
function sessionOf(of: Subject, { sender }: Operation<never>): number {
  // An app with fixed tokens makes another session at each call.
  if (sender === "client" && appInternals in of) return ownSessionNumber(of as unknown as GatehouseClientApp);
  return sessionNumber(of.callerOf(sender).session);
}
