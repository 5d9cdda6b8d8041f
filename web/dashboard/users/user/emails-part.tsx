import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { NotificationCategory, ServerUser } from "../../../kit";
import { CodeBlock } from "../../../ui/data/code-block";
import { Switch } from "../../../ui/forms/switch";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import { EmailBadge } from "../../emails/log/email-badge";
import type { LoggedEmail } from "../../emails/log/queries";
import { Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { emailsOptions, notificationsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

const sending = `await serverApp.sendEmail({
  userIds: [user.id],
  subject: "Your order is on its way",
  html: "<p>It arrives on Friday.</p>",
});`;

/** Shows which emails the user wants, and which were sent to them. */
export default function EmailsPart({ user, channels }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const addresses = channels.map(({ value }) => value);
  const { data } = useSuspenseQuery(emailsOptions(app, addresses));
  return (
    <div className="flex flex-col gap-6">
      <NotificationsCard user={user} />
      <Card title={t("Emails received")} description={t("The latest emails to the user’s addresses, newest first.")}>
        <RowList
          label={t("Emails received")}
          empty={
            addresses.length === 0 ? (
              t("The user has no email address to which emails could be sent.")
            ) : (
              <>
                <p>{t("No email was sent to this user yet. Send one in the section “Emails”, or in code:")}</p>
                <CodeBlock title="server.ts" code={sending} />
              </>
            )
          }
        >
          {data.emails.map((email) => (
            <EmailRow key={email.id} email={email} />
          ))}
        </RowList>
        {data.addressesWithMore.length > 0 && (
          <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-3 text-sm">
            {data.addressesWithMore.map((address) => (
              <li key={address}>
                <Link
                  from="/projects/$projectId/users/$userId"
                  to="/projects/$projectId/emails"
                  search={{ to: address }}
                  className={`${linkClasses} wrap-anywhere`}
                >
                  {t("All emails to {email}", { email: address })}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

/** An attempt to deliver an email, which leads to what it said. */
function EmailRow({ email: { id, subject, to, sent_at_millis, error } }: { email: LoggedEmail }) {
  const t = useTranslation();
  const address = to[0];
  return (
    <Row
      title={
        <Link
          from="/projects/$projectId/users/$userId"
          to="/projects/$projectId/emails"
          search={{ to: address, mail: id }}
          className={`${linkClasses} wrap-anywhere`}
        >
          {subject || t("No subject")}
        </Link>
      }
      badges={<EmailBadge error={error} />}
      detail={
        <>
          {address} · <RelativeTime at={new Date(sent_at_millis)} />
          {error && <span className="block text-danger">{error.message.split("\n")[0]}</span>}
        </>
      }
    />
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
