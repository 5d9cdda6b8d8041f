import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationCategory } from "../../../kit";
import { Switch } from "../../../ui/forms/switch";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { useApp } from "../../app-context";
import { describeFailure } from "../../failure-wording";
import { notificationCategoryOptions } from "../../queries";
import type { SectionProps } from "./section";

/** Which mails the user gets, a switch for each kind. */
export function NotificationsSection({ user }: SectionProps) {
  const { data: categories } = useSuspenseQuery(notificationCategoryOptions(useApp(), user));
  return (
    <Card>
      <ul aria-label="Kinds of emails" className="-my-4 flex flex-col divide-y divide-line">
        {categories.map((category) => (
          <li key={category.id} className="py-4">
            <CategorySwitch category={category} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const about: Readonly<Record<string, string>> = {
  Transactional: "What your account cannot do without, such as sign-in links and receipts. Cannot be switched off.",
  Marketing: "News and offers.",
};

function CategorySwitch({ category }: { category: NotificationCategory }) {
  const toast = useToast();
  /** What was chosen, until it is saved: shown at once. */
  const [chosen, setChosen] = useState<boolean>();

  async function choose(enabled: boolean) {
    if (chosen !== undefined) return;
    setChosen(enabled);
    try {
      await category.setEnabled(enabled);
    } catch (error) {
      toast({ tone: "danger", message: describeFailure(error) });
    } finally {
      setChosen(undefined);
    }
  }

  return (
    <Switch
      label={category.name}
      hint={about[category.name]}
      isOn={chosen ?? category.enabled}
      disabled={!category.canDisable}
      aria-busy={chosen !== undefined}
      onSwitch={(isOn) => void choose(isOn)}
    />
  );
}
