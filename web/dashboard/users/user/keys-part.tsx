import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../../ui/layout/card";
import { linkClasses } from "../../../ui/theme/class-names";
import { OwnedKeysCard } from "../../api-keys/owned-keys-card";
import { EmptyRows } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { apiKeysOptions } from "./queries";

/** The API keys of the user, where the project lets its users have some. */
export default function KeysPart({ user }: PartProps) {
  const t = useTranslation();
  const { id: projectId, config } = useOwnedProject();
  if (config.allowUserApiKeys) return <ApiKeysCard user={user} />;
  return (
    <Card title={t("API keys")}>
      <EmptyRows>
        {t(
          "API keys of users are switched off in this project. With them, programs of your users call your backend in their name.",
        )}
        <Link
          to="/projects/$projectId/api-keys"
          params={{ projectId }}
          hash="keys-of-users"
          className={`${linkClasses} self-start`}
        >
          {t("Switch them on")}
        </Link>
      </EmptyRows>
    </Card>
  );
}

function ApiKeysCard({ user }: Pick<PartProps, "user">) {
  const t = useTranslation();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(useOwnedProject().app, user));
  return (
    <OwnedKeysCard
      owner={user}
      variable="user"
      keys={keys}
      description={t("With which programs of the user call your backend in their name.")}
    />
  );
}
