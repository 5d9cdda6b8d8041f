import { Link } from "@tanstack/react-router";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { CopyField } from "../../../ui/data/copy-field";
import { Alert } from "../../../ui/feedback/alert";
import { Dialog } from "../../../ui/overlays/dialog";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { MailBadge } from "./mail-badge";
import type { LoggedMail } from "./queries";

/** One attempt to deliver a mail: who sent it to whom, what went wrong and what to do about it, and the other attempts. */
export default function MailDialog({
  mail,
  log,
  onClose,
}: {
  /** Undefined where the log no longer has it. */
  mail: LoggedMail | undefined;
  log: readonly LoggedMail[];
  onClose: () => void;
}) {
  const t = useTranslation();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={mail ? mail.subject || t("No subject") : t("Email not found")}
      actions={
        <>
          {mail && <FindUser mail={mail} />}
          <Button onClick={onClose}>{t("Close")}</Button>
        </>
      }
    >
      {mail ? (
        <MailFacts mail={mail} log={log} />
      ) : (
        <p className="text-sm text-ink-soft">{t("The log keeps the latest hundred emails. This one is older.")}</p>
      )}
    </Dialog>
  );
}

function FindUser({ mail }: { mail: LoggedMail }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  return (
    <Link
      to="/projects/$projectId/users"
      params={{ projectId }}
      search={{ q: mail.to[0] }}
      className={buttonClasses("secondary")}
    >
      {t("Find the user")}
    </Link>
  );
}

function MailFacts({ mail, log }: { mail: LoggedMail; log: readonly LoggedMail[] }) {
  const t = useTranslation();
  const { error, sender } = mail;
  const address = sender.email && (sender.name ? `${sender.name} <${sender.email}>` : sender.email);
  const facts = [
    { name: t("To"), value: mail.to.join(", ") },
    { name: t("From"), value: address ?? t("The shared sender") },
    {
      name: t("Server"),
      value: sender.isShared ? t("Shared mail server") : (sender.host ?? t("Your own mail server")),
    },
    { name: t("Time"), value: <RelativeTime at={mail.sentAt} /> },
  ];
  return (
    <div className="flex flex-col gap-5">
      <MailBadge error={error} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {error && (
        <>
          <Alert tone="danger">
            {error.message.split("\n")[0]}{" "}
            {error.canRetry
              ? t("Such a failure may pass: emails to users are tried up to three times before they are given up.")
              : t("It is not tried again. Mend what is wrong, then send it once more.")}
          </Alert>
          <CodeBlock title={t("What the mail server said")} code={error.rawError || error.message} />
        </>
      )}
      <Attempts mail={mail} log={log} />
      <CopyField label={t("Email ID")} value={mail.id} />
      <p className="text-sm text-ink-soft">
        {t("What the email said is not kept, for it may hold links that sign in.")}
      </p>
    </div>
  );
}

/** The attempts for the same subject and recipient, in which the status has a history. */
function Attempts({ mail, log }: { mail: LoggedMail; log: readonly LoggedMail[] }) {
  const t = useTranslation();
  const alike = log.filter(({ subject, to }) => subject === mail.subject && to.join() === mail.to.join());
  if (alike.length < 2) return null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">{t("Attempts with this subject to this address")}</h3>
      <ol className="flex flex-col gap-1.5 text-sm">
        {alike.map(({ id, sentAt, error }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <MailBadge error={error} />
            <Link
              from="/projects/$projectId/emails"
              to="."
              search={(search) => ({ ...search, mail: id })}
              resetScroll={false}
              aria-current={id === mail.id ? "true" : undefined}
              className="text-ink-soft underline aria-[current=true]:font-medium aria-[current=true]:text-ink"
            >
              <RelativeTime at={sentAt} />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
