import type { ComponentProps } from "react";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure, inPlainWords } from "../errors/describe-failure";
import { useMutation } from "../queries/query-hooks";

/** Asks for confirmation before a write. The dialog stays open, and shows why, when the write fails. */
export function ConfirmMutation({
  mutationFn,
  successMessage,
  describeError = describeFailure,
  ...dialog
}: Omit<ComponentProps<typeof ConfirmDialog>, "onConfirm"> & {
  mutationFn: () => Promise<unknown>;
  /** Shown as a toast. */
  successMessage?: string;
  describeError?: (error: unknown, t: Translate) => string;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { mutateAsync } = useMutation({
    mutationFn,
    onSuccess: () => {
      if (successMessage) toast({ tone: "success", message: successMessage });
    },
  });
  return (
    <ConfirmDialog {...dialog} onConfirm={() => inPlainWords(mutateAsync(), (error) => describeError(error, t))} />
  );
}
