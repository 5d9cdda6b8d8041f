import { describeFailure } from "../../react/errors/describe-failure";
import { useToast } from "../../ui/overlays/toast";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { useTranslation } from "../translation/use-translation";
import { type Question, useAsk } from "./modal";

/** A change of something that is found first, and how it is shown. */
export interface Write {
  /** Holds what a toast says when it is done. */
  readonly done?: string;
  /** The method and its arguments, as code; absent where the statements of `before` are all of it. */
  readonly call?: readonly [callee: string, ...values: unknown[]];
  /** Statements between what is found and the call. */
  readonly before?: readonly string[];
  readonly run: () => Promise<unknown>;
}

/**
 * Functions that change something and show the change as code. They differ in where a failure is shown.
 *
 * @param title what the code does
 * @param found the statement that finds what is changed
 */
export function useWrites(title: string, found: string) {
  const t = useTranslation();
  const toast = useToast();
  const ask = useAsk();
  const { show } = useShownCode();

  /** Leaves the error to the form that it is called by. */
  async function write({ done, call, before = [], run }: Write): Promise<void> {
    await run();
    const statements = [found, ...before];
    show({ title, code: call ? kitCode(statements, ...call) : statements.join("\n") });
    if (done !== undefined) toast({ tone: "success", message: done });
  }

  return {
    write,
    /** Asks before. The dialog shows a failure. */
    ask: ({ done, call, before, run, ...question }: Omit<Question, "mutationFn"> & Write) =>
      ask({ ...question, mutationFn: () => write({ done, call, before, run }) }),
    /** Shows a failure as a toast. Resolves to whether it succeeded. */
    attempt: async (change: Write): Promise<boolean> => {
      try {
        await write(change);
        return true;
      } catch (error) {
        toast({ tone: "danger", message: describeFailure(error, t) });
        return false;
      }
    },
  };
}
