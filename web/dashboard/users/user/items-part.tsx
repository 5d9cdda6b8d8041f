import { ItemsCard } from "../../items/items-card";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { itemOptions } from "./queries";

const definition = `await project.updateConfig({
  "payments.items.credits": { displayName: "Credits", customerType: "user" },
});`;

/** Shows how much the user has of each item that users can have. */
export default function ItemsPart({ user }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  return (
    <ItemsCard
      customerType="user"
      balanceOptions={(itemId) => itemOptions(app, user, itemId)}
      description={t("What the user has of what your app sells or gives, such as credits.")}
      empty={t("The project has no items for users yet. Define the first in its settings:")}
      definition={definition}
      customer={{ userId: user.id }}
      tooLittle={t("The user does not have that much.")}
    />
  );
}
