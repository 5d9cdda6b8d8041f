import { describeFailure, inPlainWords } from "../../../react/errors/describe-failure";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useTranslation } from "../../translation/use-translation";

/** A change of a user, and how it is shown. */
export interface UserWrite {
  /** What a toast says when it is done. */
  readonly done?: string;
  /** The method and its arguments, as code; absent where the statements of `before` are all of it. */
  readonly call?: readonly [callee: string, ...values: unknown[]];
  /** Statements between the user and the call. */
  readonly before?: readonly string[];
  readonly run: () => Promise<unknown>;
}

/** Functions that change a user and show the change as code. They differ in where a failure is shown. */
export function useUserWrites({ id }: { readonly id: string }) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();

  /** Leaves the error to the form that it is called by. */
  async function write({ done, call, before = [], run }: UserWrite): Promise<void> {
    await run();
    const statements = [`const user = await serverApp.getUser(${JSON.stringify(id)});`, ...before];
    show({ title: t("Change the user"), code: call ? kitCode(statements, ...call) : statements.join("\n") });
    if (done !== undefined) toast({ tone: "success", message: done });
  }

  return {
    write,
    /** For dialogs that show the message of an error. */
    confirmed: (change: UserWrite) => inPlainWords(write(change), (error) => describeFailure(error, t)),
    /** Shows a failure as a toast. Resolves to whether it succeeded. */
    attempt: async (change: UserWrite): Promise<boolean> => {
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
