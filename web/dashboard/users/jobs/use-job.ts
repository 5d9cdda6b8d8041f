import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { GatehouseAdminApp, type Resource } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { forgetFurtherPages } from "../queries";
import { type JobProgress, runJob } from "./run-job";

export interface Job<Item> {
  readonly state: "ready" | "running" | "finished";
  readonly progress: JobProgress<Item>;
  readonly isCancelled: boolean;
  start: (
    items: readonly Item[],
    work: (item: Item, app: GatehouseAdminApp) => Promise<unknown>,
  ) => Promise<JobProgress<Item>>;
  cancel: () => void;
}

const nothing = { total: 0, done: 0, failures: [] };

/**
 * A job of many writes, which a component starts, shows and cancels; it ends with the component. What it changes is read again
 * once, at its end: after each single write the list would be read thousands of times.
 *
 * @param changed what the writes change
 */
export function useJob<Item>(...changed: readonly Resource[]): Job<Item> {
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const [state, setState] = useState<Job<Item>["state"]>("ready");
  const [progress, setProgress] = useState<JobProgress<Item>>(nothing);
  const [isCancelled, setIsCancelled] = useState(false);
  const control = useRef(new AbortController());
  useEffect(() => {
    // A component that is shown anew after it was hidden begins with a new one.
    const { signal } = control.current;
    if (signal.aborted) control.current = new AbortController();
    return () => control.current.abort();
  }, []);

  return {
    state,
    progress,
    isCancelled,
    start: async (items, work) => {
      const quiet = appWithoutListeners(app);
      setProgress({ ...nothing, total: items.length });
      setState("running");
      const { signal } = control.current;
      const result = await runJob(items, (item) => work(item, quiet), { signal, onProgress: setProgress });
      forgetFurtherPages(app, queryClient);
      await app[appInternals].caller("server").announce(...changed);
      setProgress(result);
      setState("finished");
      return result;
    },
    cancel: () => {
      control.current.abort();
      setIsCancelled(true);
    },
  };
}

/** The same app as far as requests go, whose writes are announced to no listener. */
function appWithoutListeners(app: GatehouseAdminApp): GatehouseAdminApp {
  const { connection } = app[appInternals];
  return new GatehouseAdminApp(
    connection.options as ConstructorParameters<typeof GatehouseAdminApp>[0],
    connection.host,
  );
}
