import { type ComponentType, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import type { ReauthenticationDialogProps } from "../reauthentication/reauthentication-dialog";

type Question = ReauthenticationDialogProps & { Dialog: ComponentType<ReauthenticationDialogProps> };

/**
 * Asks users again who they are, where a write of the app is refused without that; the write is repeated when they have
 * shown it. The provider does it for its app; other apps on the page, such as one for administration, need it separately.
 */
export function Reauthentication({ app }: { app: Pick<GatehouseClientApp, typeof appInternals> }) {
  const [question, setQuestion] = useState<Question>();

  useEffect(
    () =>
      app[appInternals].onReauthenticationRequired(async (refusal) => {
        // Loaded when needed: most pages never ask.
        const { ReauthenticationDialog } = await import("../reauthentication/reauthentication-dialog");
        const answer = await new Promise<boolean>((resolve) => {
          setQuestion({ Dialog: ReauthenticationDialog, refusal, onDone: resolve });
        });
        setQuestion(undefined);
        return answer;
      }),
    [app],
  );

  if (!question) return null;
  const { Dialog, ...props } = question;
  return <Dialog {...props} />;
}
