import { Link } from "@tanstack/react-router";
import SearchXIcon from "lucide-react/icons/search-x";
import { buttonClasses } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useTranslation } from "../../translation/use-translation";
import type { ContentListAddress } from "./content-header";

/** In the place of a theme, a template or a draft that the project does not have. */
export function MissingContent({
  title,
  list,
  to,
  projectId,
}: {
  title: string;
  list: string;
  to: ContentListAddress;
  projectId: string;
}) {
  const t = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<SearchXIcon />}
        title={title}
        action={
          <Link to={to} params={{ projectId }} className={buttonClasses("secondary")}>
            {list}
          </Link>
        }
      >
        {t("It may have been deleted, or the address is incomplete.")}
      </EmptyState>
    </Card>
  );
}
