import { useQuery } from "@tanstack/react-query";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { metricsOptions } from "../../usage/queries";
import type { Category } from "./categories";
import { unsubscribedOptions } from "./queries";
import { recipientsOf, type WrittenEmail } from "./written-email";

/** Up to how many users are asked for what they have unsubscribed from: one request for each. */
const askedUsers = 25;

/** Asks before an email goes out: to how many users, and who of them will not get it. */
export function ConfirmSend({
  email,
  subject,
  category,
  onConfirm,
  onClose,
}: {
  email: WrittenEmail;
  /** Undefined where it is not known. */
  subject: string | undefined;
  category: Category;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const recipients = recipientsOf(email);
  const isToAll = recipients === undefined;
  const users = recipients ?? [];
  const { data: metrics } = useQuery({ ...metricsOptions(app), enabled: isToAll });
  const mayUnsubscribe = category === "Marketing";
  const isAsked = mayUnsubscribe && !isToAll && users.length <= askedUsers;
  const ids = users.map(({ id }) => id);
  const unsubscribed = useQuery({ ...unsubscribedOptions(app, ids, category), enabled: isAsked });
  const count = isToAll ? metrics?.total_users : users.length;
  const withoutAddress = users.filter(({ email }) => email === null).length;
  const leftOut = isAsked ? unsubscribed.data?.length : undefined;
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={
        count === undefined
          ? t("Send to all users?")
          : t("{count, plural, one {Send to # user?} other {Send to # users?}}", { count })
      }
      description={
        subject === email.subject.trim()
          ? t("Subject: {subject}", { subject })
          : subject && t("Subject in the preview, which may differ for each user: {subject}", { subject })
      }
      confirmVariant="primary"
      confirmLabel={t("Send now")}
      mutationFn={onConfirm}
    >
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm text-ink-soft">
        {!isToAll && withoutAddress > 0 && (
          <li>
            {t("{count, plural, one {# user has} other {# users have}} no email address and will be skipped.", {
              count: withoutAddress,
            })}
          </li>
        )}
        {leftOut !== undefined && leftOut > 0 && (
          <li>
            {t("{count, plural, one {# user has} other {# users have}} unsubscribed and will be skipped.", {
              count: leftOut,
            })}
          </li>
        )}
        {isToAll && <li>{t("Users without an email address are skipped.")}</li>}
        {mayUnsubscribe && leftOut === undefined && (
          <li>{t("Users who have unsubscribed from marketing are skipped.")}</li>
        )}
        {email.kind === "text" && <li>{t("Its text stays among the drafts, as sent.")}</li>}
        <li>{t("It begins at once. What has not gone out can be cancelled on the next page.")}</li>
      </ul>
    </ConfirmMutation>
  );
}
