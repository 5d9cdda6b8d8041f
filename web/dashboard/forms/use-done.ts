import { useToast } from "../../ui/overlays/toast";
import { useShownCode } from "../code/shown-code";

/** Says what an action did: the message of its toast, and the code that does the same. */
export interface Done {
  readonly message: string;
  /** Says what the code does, such as "Create an endpoint". */
  readonly title: string;
  readonly code: string;
}

/** Confirms what was done in a toast, and keeps it as code for the header of the section. */
export function useDone(): (done: Done) => void {
  const toast = useToast();
  const { show } = useShownCode();
  return ({ message, title, code }) => {
    toast({ tone: "success", message });
    show({ title, code });
  };
}
