import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { CopyField } from "../../../ui/data/copy-field";
import { Alert } from "../../../ui/feedback/alert";
import { Skeleton } from "../../../ui/feedback/spinner";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useDone } from "../../code/shown-code";
import { literal } from "../../code/written-code";
import { Modal } from "../../dialogs/modal";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { EmailBadge, EmailFrame } from "../email-parts";
import { emailKinds } from "../email-search";
import { emailsToOptions, type LoggedEmail, loggedEmailOptions, type OpenedEmail, resendEmail } from "./queries";

/** One attempt to deliver an email: who sent what to whom, what went wrong and what to do about it, and the other attempts. */
export function EmailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [isSending, setIsSending] = useState(false);
  const { data: email, error } = useQuery(loggedEmailOptions(app, id));
  if (email && isSending) return <SendAgain email={email} onClose={() => setIsSending(false)} />;
  const title = email ? email.subject || t("No subject") : email === null ? t("Email not found") : t("Email");
  return (
    <Modal
      title={title}
      actions={
        <>
          {email && <FindUser email={email} />}
          {email?.can_resend && (
            <Button variant="secondary" onClick={() => setIsSending(true)}>
              {t("Send again")}
            </Button>
          )}
          <Button onClick={onClose}>{t("Close")}</Button>
        </>
      }
      onClose={onClose}
    >
      {email ? (
        <EmailFacts email={email} />
      ) : email === null ? (
        <p className="text-sm text-ink-soft">{t("The log of this project has no email of this ID.")}</p>
      ) : error ? (
        <Alert tone="danger">{describeFailure(error, t)}</Alert>
      ) : (
        <Skeleton className="h-72" />
      )}
    </Modal>
  );
}

function SendAgain({ email, onClose }: { email: OpenedEmail; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Send this email again?")}
      description={t("It goes to the address that the user has now, as an email of its own in the log.")}
      confirmLabel={t("Send again")}
      mutationFn={async () => {
        await resendEmail(app, email.id);
        done({ message: t("The email is sent again."), title: t("Send an email again"), code: resendCode(email.id) });
      }}
    />
  );
}

function FindUser({ email }: { email: LoggedEmail }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  return (
    <Link
      to="/projects/$projectId/users"
      params={{ projectId }}
      search={{ q: email.to[0] }}
      className={buttonClasses("secondary")}
    >
      {t("Find the user")}
    </Link>
  );
}

function EmailFacts({ email }: { email: OpenedEmail }) {
  const t = useTranslation();
  const { error, kind, sender_config: sender } = email;
  const { sender_name: name, sender_email: from } = sender;
  const address = from && (name ? `${name} <${from}>` : from);
  const facts = [
    { name: t("To"), value: email.to.join(", ") },
    { name: t("From"), value: address ?? t("The shared sender") },
    {
      name: t("Server"),
      value: sender.type === "shared" ? t("Shared mail server") : (sender.host ?? t("Your own mail server")),
    },
    { name: t("Time"), value: <RelativeTime at={new Date(email.sent_at_millis)} /> },
    ...(kind ? [{ name: t("Kind"), value: t(emailKinds[kind]) }] : []),
  ];
  return (
    <div className="flex flex-col gap-5">
      <EmailBadge error={error} />
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
      {email.is_waiting && <Alert>{t("This email is still being sent.")}</Alert>}
      <EmailContent content={email.content} />
      <Attempts email={email} />
      <CopyField label={t("Email ID")} value={email.id} />
    </div>
  );
}

/** The attempts for the same subject and recipient, in which the status has a history. */
function Attempts({ email }: { email: LoggedEmail }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: emails = [] } = useQuery(emailsToOptions(app, email.to[0] ?? ""));
  const alike = emails.filter(({ subject, to }) => subject === email.subject && to.join() === email.to.join());
  if (alike.length < 2) return null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">{t("Attempts with this subject to this address")}</h3>
      <ol className="flex flex-col gap-1.5 text-sm">
        {alike.map(({ id, sent_at_millis, error }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <EmailBadge error={error} />
            <Link
              from="/projects/$projectId/emails"
              to="."
              search={(search) => ({ ...search, mail: id })}
              resetScroll={false}
              aria-current={id === email.id ? "true" : undefined}
              className="text-ink-soft underline aria-[current=true]:font-medium aria-[current=true]:text-ink"
            >
              <RelativeTime at={new Date(sent_at_millis)} />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Shows what an email said, or why it is not there to be read. */
function EmailContent({ content: { status, html, text, message } }: Pick<OpenedEmail, "content">) {
  const t = useTranslation();
  if (status === "shown" && html !== null) {
    return (
      <EmailFrame
        title={t("What the email said")}
        html={html}
        className="h-96 w-full rounded-control border border-line bg-white scheme-light"
      />
    );
  }
  if (status === "shown" && text !== null) return <CodeBlock title={t("What the email said")} code={text} />;
  const reasons = {
    shown: t("This email was empty."),
    one_time_code: t("This email held a code or a link that signs in, so what it said is not kept."),
    not_kept: t("What this email said is not kept: that is done for emails to users only."),
    expired: t("What emails to users said is kept for 30 days. This one is older, or its user was deleted."),
    failed: t("What this email said cannot be shown: {reason}", { reason: message ?? "" }),
  };
  return <p className="text-sm text-ink-soft">{reasons[status]}</p>;
}

/** Sends an email again by a request of the REST API. */
function resendCode(id: string): string {
  const path = `/api/v1/internal/emails/log/${encodeURIComponent(id)}/resend`;
  return [
    `const path = ${literal(path)};`,
    "const response = await fetch(process.env.GATEHOUSE_API_URL + path, {",
    '  method: "POST",',
    "  headers: {",
    '    "content-type": "application/json",',
    '    "x-stack-access-type": "admin",',
    '    "x-stack-project-id": process.env.GATEHOUSE_PROJECT_ID,',
    '    "x-stack-super-secret-admin-key": process.env.GATEHOUSE_SUPER_SECRET_ADMIN_KEY,',
    "  },",
    '  body: "{}",',
    "});",
    "const { send_id: sendId } = await response.json();",
  ].join("\n");
}
