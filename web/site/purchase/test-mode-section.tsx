import { useEffect, useState } from "react";
import type { AdminOwnedProject } from "../../kit/admin/owned-projects";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { app } from "../app";
import type { Choice } from "./choice";
import type { Purchase } from "./purchase-requests";

interface TestModeProps {
  fullCode: string;
  purchase: Purchase;
  choice: Choice;
  onDone: () => void;
}

/** For an owner of the project who is signed in to the dashboard: buys without money. */
export function TestModeSection({ fullCode, purchase, choice, onDone }: TestModeProps) {
  const t = useTranslation();
  const project = useOwnedProject(purchase.project_id);
  const [failure, setFailure] = useState<string>();
  if (!project) return null;
  const { priceId, quantity } = choice;
  const buy = async () => {
    setFailure(undefined);
    try {
      await project.app.testModePurchase({ fullCode, priceId, quantity });
      onDone();
    } catch (error) {
      setFailure(describeFailure(error, t));
    }
  };
  return (
    <section aria-label={t("Test mode")} className="flex flex-col gap-3">
      <Alert tone="accent">
        {t("Test mode: no money moves. You see this because you are signed in as an owner of {project}.", {
          project: purchase.project_display_name,
        })}
      </Alert>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Button variant="secondary" onClick={buy}>
        {t("Buy in test mode")}
      </Button>
    </section>
  );
}

/** The project, if the visitor owns it; for all others the page is the same without. */
function useOwnedProject(projectId: string): AdminOwnedProject | undefined {
  const [project, setProject] = useState<AdminOwnedProject>();
  useEffect(() => {
    let isShown = true;
    findOwnedProject(projectId).then(
      (found) => isShown && setProject(found),
      // Without it the purchase is made as by anyone.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [projectId]);
  return project;
}

async function findOwnedProject(projectId: string): Promise<AdminOwnedProject | undefined> {
  // Without session cookies the kit sends no request.
  const user = await app.getUser();
  return (await user?.listOwnedProjects())?.find(({ id }) => id === projectId);
}
