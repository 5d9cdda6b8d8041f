import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { leavesProjectsWithoutOwner, ProjectsWithoutOwner } from "./projects-without-owner";

/** An action that cannot be undone, behind a button that asks for confirmation. */
export function DangerCard({
  title,
  description,
  question,
  consequence,
  warning,
  typedPhrase,
  successMessage,
  mutationFn,
}: {
  /** Also the label of the buttons. */
  title: string;
  description: string;
  question: string;
  consequence: ReactNode;
  /** Shown in the dialog, for what the consequence is worse than usual. */
  warning?: ReactNode;
  /** Has to be typed to confirm: one short word. */
  typedPhrase?: string;
  successMessage?: string;
  mutationFn: () => Promise<unknown>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function confirm() {
    setRefusal(undefined);
    try {
      await mutationFn();
    } catch (error) {
      if (leavesProjectsWithoutOwner(error)) setRefusal(error.text);
      throw error;
    }
  }

  return (
    <>
      <Card
        title={title}
        description={description}
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            {title}
          </Button>
        }
      />
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={(isOpen) => {
          setIsAsking(isOpen);
          setRefusal(undefined);
        }}
        title={question}
        description={consequence}
        confirmLabel={title}
        typedPhrase={typedPhrase}
        successMessage={successMessage}
        mutationFn={confirm}
      >
        {warning}
        {refusal !== undefined && <ProjectsWithoutOwner refusal={refusal} />}
      </ConfirmMutation>
    </>
  );
}
