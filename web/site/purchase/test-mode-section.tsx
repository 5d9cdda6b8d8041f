import { useEffect, useState } from "react";
import type { AdminOwnedProject } from "../../kit/apps/admin-app";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { app } from "../app";
import { type Choice, type Purchase, startPurchase } from "./purchase-requests";

interface TestModeProps {
  fullCode: string;
  purchase: Purchase;
  choice: Choice;
  onDone: () => void;
}

/** Buys without money: for everyone while the project is in test mode, else for an owner who is signed in to the dashboard. */
export function TestModeSection(props: TestModeProps) {
  return props.purchase.test_mode ? <ForEveryone {...props} /> : <ForOwners {...props} />;
}

function ForEveryone({ fullCode, purchase, choice, onDone }: TestModeProps) {
  const t = useTranslation();
  const { priceId, quantity } = choice;
  return (
    <Offered
      explanation={t("Test mode: no money moves. {project} is trying how its customers buy.", {
        project: purchase.project_display_name,
      })}
      buy={() => startPurchase({ full_code: fullCode, price_id: priceId, quantity })}
      onDone={onDone}
    />
  );
}

function ForOwners({ fullCode, purchase, choice, onDone }: TestModeProps) {
  const t = useTranslation();
  const project = useOwnedProject(purchase.project_id);
  if (!project) return null;
  const { priceId, quantity } = choice;
  return (
    <Offered
      explanation={t("Test mode: no money moves. You see this because you are signed in as an owner of {project}.", {
        project: purchase.project_display_name,
      })}
      buy={() => project.app.testModePurchase({ fullCode, priceId, quantity })}
      onDone={onDone}
    />
  );
}

function Offered({
  explanation,
  buy: make,
  onDone,
}: {
  explanation: string;
  buy: () => Promise<unknown>;
  onDone: () => void;
}) {
  const t = useTranslation();
  const [failure, setFailure] = useState<string>();
  const buy = async () => {
    setFailure(undefined);
    try {
      await make();
      onDone();
    } catch (error) {
      setFailure(describeFailure(error, t));
    }
  };
  return (
    <section aria-label={t("Test mode")} className="flex flex-col gap-3">
      <Alert tone="accent">{explanation}</Alert>
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
