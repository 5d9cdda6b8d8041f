import { ItemsCard } from "../../items/items-card";
import { MetadataForm } from "../../metadata/metadata-form";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { useUserWrites } from "./queries";

/** Shows what the app keeps of the user: its data, and what it sells or gives. */
export function DataPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <MetadataCard {...props} />
      <ItemsOfUser {...props} />
    </div>
  );
}

/** Data that the app stores with the user. */
function MetadataCard({ user }: PartProps) {
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

const definition = `await project.updateConfig({
  "payments.items.credits": { displayName: "Credits", customerType: "user" },
});`;

/** Shows how much the user has of each item that users can have. */
function ItemsOfUser({ user }: PartProps) {
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
