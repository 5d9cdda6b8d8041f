import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { appInternals } from "../../kit/app/internals";
import { GatehouseAdminApp, type Resource } from "../../kit/index";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Dialog } from "../../ui/overlays/dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { forgetFurtherPages } from "./queries";

/** Failures that are listed; the others are counted. */
const maxListed = 50;

type JobDialogProps<Item> = ComponentProps<typeof JobStatus<Item>> & {
  title: string;
  description?: string;
  /** The button that starts it. */
  confirm: ReactNode;
  onClose: () => void;
  /** What is asked before. */
  children?: ReactNode;
};

/** A dialog that asks before a job, and shows it. While the job runs, closing cancels it. */
export function JobDialog<Item>({ title, description, confirm, onClose, children, ...status }: JobDialogProps<Item>) {
  const t = useTranslation();
  const { state, isCancelled, cancel } = status.job;
  return (
    <Dialog
      isOpen
      onOpenChange={() => (state === "running" ? cancel() : onClose())}
      title={title}
      description={description}
      actions={
        state === "finished" ? (
          <Button onClick={onClose}>{t("Done")}</Button>
        ) : (
          <>
            <Button variant="secondary" disabled={isCancelled} onClick={state === "running" ? cancel : onClose}>
              {t("Cancel")}
            </Button>
            {state === "ready" && confirm}
          </>
        )
      }
    >
      {state === "ready" ? children : <JobStatus {...status} />}
    </Dialog>
  );
}

interface JobStatusProps<Item> {
  job: Job<Item>;
  /** Says how many items were done without a failure. */
  summary: (done: number) => string;
  itemName: (item: Item) => ReactNode;
  describe: (error: unknown) => string;
}

/** Shows how far a job is, and what failed with the reason. */
export function JobStatus<Item>({ job, summary, itemName, describe }: JobStatusProps<Item>) {
  const t = useTranslation();
  const { state, progress, isCancelled } = job;
  const { total, done, failures } = progress;
  const succeeded = done - failures.length;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <progress
          aria-label={t("Progress")}
          value={done}
          max={total || 1}
          // Without its appearance: a browser's own bar is green, whatever the accent colour of the page.
          className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <p className="text-sm text-ink-soft" role="status">
          {state === "finished"
            ? summary(succeeded)
            : t("{done} of {total}", { done: number(done, t.language), total: number(total, t.language) })}
        </p>
      </div>
      {state === "finished" && isCancelled && done < total && (
        <Alert>
          {t("{count, plural, one {Cancelled with # left.} other {Cancelled with # left.}}", { count: total - done })}
        </Alert>
      )}
      {failures.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-sm font-medium text-ink">
            {t("{count, plural, one {# failed:} other {# failed:}}", { count: failures.length })}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <section tabIndex={0} aria-label={t("Failures")} className="max-h-48 overflow-y-auto">
            <ul className="flex flex-col gap-1.5 text-sm">
              {failures.slice(0, maxListed).map(({ item, error }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: failures are only ever added
                <li key={index} className="wrap-anywhere">
                  <span className="font-medium text-ink">{itemName(item)}</span>{" "}
                  <span className="text-ink-soft">{describe(error)}</span>
                </li>
              ))}
              {failures.length > maxListed && (
                <li className="text-ink-soft">
                  {t("{count, plural, one {And # more.} other {And # more.}}", { count: failures.length - maxListed })}
                </li>
              )}
            </ul>
          </section>
        </div>
      )}
    </div>
  );
}

function number(value: number, language: string): string {
  return value.toLocaleString(language);
}

interface Job<Item> {
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

/** An item that a job could not do, and why. */
interface JobFailure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/** Says how far a job is. */
export interface JobProgress<Item> {
  readonly total: number;
  /** Counts the items that were done, with success or without. */
  readonly done: number;
  readonly failures: readonly JobFailure<Item>[];
}

/**
 * Does `work` with every item, a few at once, and goes on after failures.
 *
 * @param options.signal takes up no further item when it aborts; those under way are finished
 */
export async function runJob<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  {
    signal,
    concurrency = 4,
    onProgress,
  }: { signal: AbortSignal; concurrency?: number; onProgress?: (progress: JobProgress<Item>) => void },
): Promise<JobProgress<Item>> {
  const queue = items.values();
  let failures: readonly JobFailure<Item>[] = [];
  let done = 0;
  const progress = () => ({ total: items.length, done, failures });
  async function worker() {
    for (const item of queue) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        failures = [...failures, { item, error }];
      }
      done += 1;
      onProgress?.(progress());
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return progress();
}
