import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminOwnedProject } from "../../kit";
import { inEnglish, inPlainWords } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { deleteProjectOptions } from "./queries";

/** Deletes the project, and goes to the list of the others. */
export function DeleteProjectCard({ project }: { project: AdminOwnedProject }) {
  const deleteProject = useMutation(deleteProjectOptions(project));
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();

  async function confirmDeletion() {
    await inPlainWords(deleteProject.mutateAsync(), inEnglish);
    toast({ tone: "success", message: `${project.displayName} has been deleted.` });
    await navigate({ to: "/projects", replace: true });
  }

  return (
    <>
      <Card
        title="Delete project"
        description="Deletes the project for good, with all of its users, their sessions and sign-in methods, its teams, permissions, API keys and settings. Apps that use it stop signing users in at once."
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            Delete project
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete the project?"
        description={
          <>
            <Name>{project.displayName}</Name> is deleted with its users, their sessions and sign-in methods, its teams,
            permissions, API keys and settings. It cannot be restored.
          </>
        }
        confirmLabel="Delete project"
        typedPhrase="delete"
        onConfirm={confirmDeletion}
      />
    </>
  );
}
