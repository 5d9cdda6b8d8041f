import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { useToast } from "../../../ui/overlays/toast";
import { inPlainWords } from "../../submit";

/** Something that protects or opens the account and is on or off. Switching it off asks first. */
export function SwitchCard({
  title,
  description,
  isOn,
  actions,
  off,
  children,
}: {
  title: string;
  description: ReactNode;
  isOn: boolean;
  /** What can be done besides switching it off. */
  actions?: ReactNode;
  /** How it is switched off; without it, it cannot be now. */
  off?: { label: string; question: string; consequence: string; done: string; run: () => Promise<unknown> };
  children?: ReactNode;
}) {
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <>
      <Card
        title={title}
        description={description}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={isOn ? "success" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
            {actions}
            {isOn && off && (
              <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
                {off.label}
              </Button>
            )}
          </div>
        }
      >
        {children}
      </Card>
      {off && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          title={off.question}
          description={off.consequence}
          confirmLabel={off.label}
          onConfirm={async () => {
            await inPlainWords(off.run());
            toast({ tone: "success", message: off.done });
          }}
        />
      )}
    </>
  );
}
