import { ItemsCard } from "../../items/items-card";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { teamItemOptions } from "../queries";
import type { PartProps } from "./parts";

const definition = `await project.updateConfig({
  "payments.items.seats": { displayName: "Seats", customerType: "team" },
});`;

/** Shows how much the team has of each item that teams can have. */
export default function ItemsPart({ team }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  return (
    <ItemsCard
      customerType="team"
      balanceOptions={(itemId) => teamItemOptions(app, team, itemId)}
      description={t("What the team has of what your app sells or gives, such as seats.")}
      empty={t("The project has no items for teams yet. Define the first in its settings:")}
      definition={definition}
      customer={{ teamId: team.id }}
      tooLittle={t("The team does not have that much.")}
    />
  );
}
