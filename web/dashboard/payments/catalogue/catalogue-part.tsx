import { ConfigForm } from "../../forms/config-form";
import { useTranslation } from "../../translation/use-translation";
import { GroupsCard } from "./groups-card";
import { ItemsCard } from "./items-card";
import { OffersCard } from "./offers-card";
import { useCatalogue } from "./use-catalogue";

/** What the project sells: offers, the items that they include, and the groups of offers that exclude each other. */
export default function CataloguePart() {
  const t = useTranslation();
  const catalogue = useCatalogue();
  return (
    <>
      <OffersCard catalogue={catalogue} />
      <ItemsCard catalogue={catalogue} />
      <GroupsCard catalogue={catalogue} />
      <ConfigForm
        title={t("Reading items in browsers")}
        description={t("Your backend always reads the items of all customers.")}
        fields={[
          {
            kind: "choice",
            path: "payments.clientItemReads",
            label: t("Browsers read"),
            hint: t("Choose their own unless a customer may know what others have."),
            options: [
              { value: "all", label: t("The items of all customers") },
              { value: "own", label: t("Those of the signed-in user and their teams") },
            ],
          },
        ]}
      />
    </>
  );
}
