import { type ReactNode, useState } from "react";
import { RequestError } from "../../../../kit/errors/request-error";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useUser } from "../../../hooks/use-user";
import { useQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";

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

/** Tells whether a write was refused because projects would be left without an owner. The text names them. */
export function leavesProjectsWithoutOwner(error: unknown): error is RequestError {
  return error instanceof RequestError && error.text.startsWith("Projects would be left without an owner.");
}

/** Links to the pages of the dashboard that transfer or delete the projects which a refusal names. */
function ProjectsWithoutOwner({ refusal }: { refusal: string }) {
  const t = useTranslation();
  const user = useUser({ or: "redirect" });
  const { data: projects = [] } = useQuery(viewOf(user, user.listOwnedProjects));
  const named = projects.filter(({ displayName }) => refusal.includes(displayName.slice(0, 60)));
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {named.map(({ id, displayName }) => (
        <li key={id}>
          <a
            href={`/projects/${id}/settings`}
            className="rounded-control font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {t.rich("Transfer or delete {project}", {
              project: <span className="wrap-break-word">{displayName}</span>,
            })}
          </a>
        </li>
      ))}
    </ul>
  );
}
