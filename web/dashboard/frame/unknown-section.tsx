import { Link, useParams } from "@tanstack/react-router";
import SearchXIcon from "lucide-react/icons/search-x";
import { buttonClasses } from "../../ui/buttons/button";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTitle } from "../../ui/layout/use-title";
import { useTranslation } from "../translation/use-translation";

/** Shown inside of a project's frame for an address that no section has. */
export function UnknownSection() {
  const t = useTranslation();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  useTitle(`${t("Page not found")} · Gatehouse`);
  return (
    <EmptyState
      icon={<SearchXIcon />}
      title={t("Page not found")}
      action={
        <Link to="/projects/$projectId/overview" params={{ projectId }} className={buttonClasses("secondary")}>
          {t("Project overview")}
        </Link>
      }
    >
      {t("This project has no page at this address. It may contain a typing error.")}
    </EmptyState>
  );
}
