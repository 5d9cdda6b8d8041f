import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";

/** An authentication method or second factor that is on or off. Switching it off asks for confirmation. */
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
  /** Actions other than switching it off. */
  actions?: ReactNode;
  /** Says how it is switched off; undefined while it cannot be. */
  off?: { label: string; question: string; consequence: string; done: string; run: () => Promise<unknown> };
  children?: ReactNode;
}) {
  const t = useTranslation();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <>
      <Card
        title={title}
        description={description}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={isOn ? "success" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
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
        <ConfirmMutation
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          title={off.question}
          description={off.consequence}
          confirmLabel={off.label}
          mutationFn={off.run}
          successMessage={off.done}
        />
      )}
    </>
  );
}
