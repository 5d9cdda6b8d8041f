import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Alert } from "../../ui/feedback/alert";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { productionErrorsOptions } from "./queries";

/** On other pages: says that a project is in production with something to fix, and leads to the list. */
export function ProductionNotice() {
  const t = useTranslation();
  const { id: projectId, app, isProductionMode } = useOwnedProject();
  const { data: errors = [] } = useQuery({ ...productionErrorsOptions(app), enabled: isProductionMode });
  if (!isProductionMode || errors.length === 0) return null;
  return (
    <ProductionAlert>
      {" "}
      <Link to="/projects/$projectId/domains" params={{ projectId }} className="underline">
        {t("Check list")}
      </Link>
    </ProductionAlert>
  );
}

export function ProductionAlert({ children }: { children?: ReactNode }) {
  const t = useTranslation();
  return (
    <Alert tone="warning">
      {t("This project is in production mode with settings that are for development only.")}
      {children}
    </Alert>
  );
}
