import { Link } from "@tanstack/react-router";
import { Card } from "../../../ui/layout/card";
import { linkClasses } from "../../../ui/theme/class-names";
import { OwnedKeysCard } from "../../api-keys/owned-keys-card";
import { ItemsCard } from "../../items/items-card";
import { EmptyRows } from "../../lists/list-end";
import { MetadataForm } from "../../metadata/metadata-form";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { useUserWrites } from "./queries";

/** Data that the app stores with the user. */
export function MetadataPart({ user }: PartProps) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  return (
    <MetadataForm
      of={user}
      description={t("Data that your app stores with the user, as JSON.")}
      hints={{
        clientMetadata: t("The user can read and change it."),
        clientReadOnlyMetadata: t("The user can read it; only you and your backend can change it."),
        serverMetadata: t("Only you and your backend see it."),
      }}
      onSave={(changes) => write({ call: ["user.update", changes], run: () => user.update(changes) })}
    />
  );
}

/** The API keys of the user, where the project lets its users have some. */
export function KeysPart({ user }: PartProps) {
  const t = useTranslation();
  const { id: projectId, config } = useOwnedProject();
  if (config.allowUserApiKeys) {
    return (
      <OwnedKeysCard
        owner={user}
        variable="user"
        description={t("With which programs of the user call your backend in their name.")}
      />
    );
  }
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

const definition = `await project.updateConfig({
  "payments.items.credits": { displayName: "Credits", customerType: "user" },
});`;

/** Shows how much the user has of each item that users can have. */
export function ItemsPart({ user }: PartProps) {
  const t = useTranslation();
  return (
    <ItemsCard
      customerType="user"
      customer={user}
      description={t("What the user has of what your app sells or gives, such as credits.")}
      empty={t("The project has no items for users yet. Define the first in its settings:")}
      definition={definition}
      tooLittle={t("The user does not have that much.")}
    />
  );
}
