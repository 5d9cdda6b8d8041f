import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../translation/use-translation";
import { deleteProjectOptions } from "./queries";
import { typedName } from "./typed-name";

/** Deletes the project, and goes to the list of the others. */
export function DeleteProjectCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const deleteProject = useMutation(deleteProjectOptions(project));
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();

  async function confirmDeletion() {
    await inPlainWords(deleteProject.mutateAsync(), (error) => describeFailure(error, t));
    toast({ tone: "success", message: t("{project} has been deleted.", { project: project.displayName }) });
    await navigate({ to: "/projects", replace: true });
  }

  return (
    <>
      <Card
        title={t("Delete project")}
        description={t(
          "Deletes the project for good, with all of its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. Apps that use it stop signing users in at once.",
        )}
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            {t("Delete project")}
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t("Delete the project?")}
        description={t.rich(
          "{project} is deleted with its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. It cannot be restored.",
          { project: <Name key="project">{project.displayName}</Name> },
        )}
        confirmLabel={t("Delete project")}
        typedPhrase={typedName(project.displayName) ?? t("delete")}
        onConfirm={confirmDeletion}
      />
    </>
  );
}
