import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import SearchXIcon from "lucide-react/icons/search-x";
import { type ReactNode, useEffect } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { useApp, useUser } from "../../react";
import { buttonClasses } from "../../ui/buttons/button";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTitle } from "../../ui/layout/use-title";
import { ownedProjectsOptions } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** Returns what stands in place of a page whose project is gone, or that the user is no owner of any more. */
export function insteadOfGoneProject(error: unknown): ReactNode | undefined {
  const isGone =
    isKnownError(error, "CURRENT_PROJECT_NOT_FOUND") || isKnownError(error, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN");
  return isGone ? <GoneProject /> : undefined;
}

/** The project was deleted or left elsewhere, such as in another tab: reads again which projects there are. */
function GoneProject() {
  const app = useApp({ projectIdMustMatch: "internal" });
  const owner = useUser({ or: "redirect" });
  const queryClient = useQueryClient();
  useEffect(() => {
    void queryClient.invalidateQueries(ownedProjectsOptions(app, owner.id, queryClient));
  }, [app, owner.id, queryClient]);
  return <UnknownProject />;
}

/** For the address of a project that is none of the owner's. */
export function UnknownProject() {
  const t = useTranslation();
  useTitle(`${t("Project not found")} · Gatehouse`);
  return (
    <EmptyState
      isPage
      icon={<SearchXIcon />}
      title={t("Project not found")}
      action={
        <Link to="/projects" className={buttonClasses("secondary")}>
          {t("All projects")}
        </Link>
      }
    >
      <p role="alert">{t("This project was deleted, or you have no access to it.")}</p>
    </EmptyState>
  );
}
