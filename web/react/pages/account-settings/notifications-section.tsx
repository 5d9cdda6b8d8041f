import type { NotificationCategory } from "../../../kit";
import { Switch } from "../../../ui/forms/switch";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import type { PlainMessage } from "../../../ui/translation/message";
import { useTranslation } from "../../../ui/translation/use-translation";
import { describeFailure } from "../../errors/describe-failure";
import { useMutation, useSuspenseQuery } from "../../queries/query-hooks";
import { viewOf } from "../../queries/view-of";
import { CardList } from "./parts/card-list";
import type { SectionProps } from "./section";

/** Shows which emails the user receives: a switch for each category. */
export function NotificationsSection({ user }: SectionProps) {
  const t = useTranslation();
  const { data: categories } = useSuspenseQuery(viewOf(user, user.listNotificationCategories));
  return (
    <Card>
      <CardList label={t("Kinds of emails")} className="-my-4">
        {categories.map((category) => (
          <li key={category.id} className="py-4">
            <CategorySwitch category={category} />
          </li>
        ))}
      </CardList>
    </Card>
  );
}

const hints: Readonly<Record<string, PlainMessage>> = {
  Transactional: "Emails that your account needs, such as sign-in links and receipts. They cannot be switched off.",
  Marketing: "News and offers.",
};

function CategorySwitch({ category }: { category: NotificationCategory }) {
  const t = useTranslation();
  const hint = hints[category.name];
  const toast = useToast();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (enabled: boolean) => category.setEnabled(enabled),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });

  return (
    <Switch
      label={category.name}
      hint={hint && t(hint)}
      isOn={isPending ? variables : category.enabled}
      disabled={!category.canDisable}
      aria-busy={isPending}
      onSwitch={(isOn) => {
        if (!isPending) mutate(isOn);
      }}
    />
  );
}
