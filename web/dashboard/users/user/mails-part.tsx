import { useSuspenseQuery } from "@tanstack/react-query";
import type { NotificationCategory, ServerUser } from "../../../kit";
import { Badge } from "../../../ui/feedback/badge";
import { Switch } from "../../../ui/forms/switch";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { EmptyRows, Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./part-props";
import { mailsOptions, notificationsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** Which mails the user wants, and which were sent to them. */
export default function MailsPart({ user, channels }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: sent } = useSuspenseQuery(mailsOptions(app));
  const addresses = new Set(channels.map(({ value }) => value.toLowerCase()));
  const mails = sent.filter(({ to }) => to.some((address) => addresses.has(address.toLowerCase())));
  return (
    <div className="flex flex-col gap-6">
      <NotificationsCard user={user} />
      <Card
        title={t("Emails received")}
        description={t("Those to the user’s addresses among the latest hundred emails of the project.")}
      >
        {mails.length === 0 ? (
          <EmptyRows>{t("None of the latest emails went to this user.")}</EmptyRows>
        ) : (
          <RowList label={t("Emails received")}>
            {mails.map(({ id, subject, to, sentAt, error }) => (
              <Row
                key={id}
                title={subject}
                badges={error && <Badge tone="danger">{t("Not delivered")}</Badge>}
                detail={
                  <>
                    {to.join(", ")} · <RelativeTime at={sentAt} />
                    {error && <span className="block text-danger">{error.message}</span>}
                  </>
                }
              />
            ))}
          </RowList>
        )}
      </Card>
    </div>
  );
}

function NotificationsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: categories } = useSuspenseQuery(notificationsOptions(app, user));
  const { attempt } = useUserWrites(user);
  const change = (category: NotificationCategory, enabled: boolean) =>
    attempt({
      before: [
        `const category = (await user.listNotificationCategories()).find(({ id }) => id === ${JSON.stringify(category.id)});`,
      ],
      call: ["category.setEnabled", enabled],
      run: () => category.setEnabled(enabled),
    });
  return (
    <Card title={t("Notifications")} description={t("Which kinds of emails the user gets.")}>
      <div className="flex flex-col gap-5">
        {categories.map((category) => (
          <Switch
            key={category.id}
            label={category.name}
            hint={category.canDisable ? undefined : t("Every user gets these.")}
            disabled={!category.canDisable}
            isOn={category.enabled}
            onSwitch={(enabled) => void change(category, enabled)}
          />
        ))}
      </div>
    </Card>
  );
}
