import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Form } from "../../../react/forms/form";
import { useFormMutation } from "../../../react/forms/use-form-mutation";
import { useUser } from "../../../react/index";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Radio } from "../../../ui/forms/radio";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { linkClasses } from "../../../ui/theme/class-names";
import { type LocalMailbox, useLocalMailbox } from "../../api-url";
import { useShownCode } from "../../code/shown-code";
import { hidden, kitCode } from "../../code/written-code";
import { Fields, required } from "../../dialogs/fields";
import { configOptions, hiddenSecret, refusedSetting, useConfig, useSaveConfig } from "../../forms/config";
import { SaveBar } from "../../forms/save-bar";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { SectionPage } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { usageOptions } from "../../usage/queries";
import { EmailsNavigation } from "../emails-navigation";
import { sendTestEmail, testFailure } from "./send-test-email";
import {
  mailboxValues,
  type ServerKind,
  type ServerValues,
  serverField,
  serverOverride,
  serverValues,
  testedServer,
} from "./server-values";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** Shows by which server the project's emails leave, with a test of it before it is saved. */
export function EmailServerPage() {
  const t = useTranslation();
  return (
    <SectionPage
      title={t("Emails")}
      tabTitle={t("Email server")}
      description={t("By which mail server the emails of this project go out, and under which name.")}
      reference="Emails"
    >
      <EmailsNavigation open="server" />
      <ServerForm />
    </SectionPage>
  );
}

/** Chooses the mail server, and says how to reach it where it is the project's own. */
function ServerForm() {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const saved = serverValues(useConfig());
  const { displayName } = useOwnedProject();
  const mailbox = useLocalMailbox();
  // Not with dirty values kept: a typed password would stay one beside the dots that stand for it once it is stored.
  const form = useForm<ServerValues>({ values: saved });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (typed) => {
      await save(serverOverride(typed, saved));
      form.reset({ ...typed, password: typed.kind === "shared" ? saved.password : hiddenSecret });
      toast({
        tone: "success",
        message: typed.kind === "shared" ? t("Emails go out by the shared server.") : t("The mail server is saved."),
      });
    },
    explain: (error) => {
      const refused = refusedSetting(error);
      const field = refused && serverField(refused.path);
      return field && { field, message: refused.message };
    },
  });
  const kind = form.watch("kind");

  function choose(kind: ServerKind) {
    form.setValue("kind", kind, { shouldDirty: true });
    // The password of one server is none of another.
    form.setValue("password", kind === saved.kind || saved.kind === "shared" ? saved.password : "", {
      shouldDirty: true,
    });
    form.clearErrors();
  }

  const kinds = [
    {
      value: "shared",
      label: t("Shared mail server"),
      hint: t(
        "Nothing to set up. For development: you can neither change templates nor send emails of your own by it.",
      ),
    },
    { value: "smtp", label: t("Your own SMTP server"), hint: t("Any email service, by its host and password.") },
    { value: "resend", label: "Resend", hint: t("With an API key, in batches.") },
  ] as const;

  return (
    <Card title={t("Mail server")}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        <fieldset className="grid gap-3 lg:grid-cols-3">
          <legend className="sr-only">{t("Mail server")}</legend>
          {kinds.map(({ value, label, hint }) => (
            <Radio
              key={value}
              name="kind"
              label={label}
              hint={hint}
              checked={kind === value}
              onChange={() => choose(value)}
            />
          ))}
        </fieldset>
        {mailbox && saved.port !== String(mailbox.smtpPort) && (
          <MailboxOffer
            mailbox={mailbox}
            isPending={isPending}
            onUse={() => {
              form.reset(saved);
              for (const [name, value] of Object.entries(mailboxValues(mailbox, displayName))) {
                form.setValue(name as keyof ServerValues, value, { shouldDirty: true });
              }
            }}
          />
        )}
        {kind === "shared" && <SharedLimits />}
        {kind === "shared" ? (
          saved.kind !== "shared" && (
            <Alert tone="warning">
              {t(
                "With the shared server, your own templates stay stored but bulk emails can no longer be sent. The settings of your server stay for when you switch back.",
              )}
            </Alert>
          )
        ) : (
          <>
            <OwnServerFields form={form} kind={kind} />
            <TestEmail form={form} />
          </>
        )}
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
      </Form>
    </Card>
  );
}

/** Offers the mailbox on a developer's machine, which lifts all limits of the shared server. */
function MailboxOffer({ mailbox, isPending, onUse }: { mailbox: LocalMailbox; isPending: boolean; onUse: () => void }) {
  const t = useTranslation();
  return (
    <Alert>
      <div className="flex flex-col items-start gap-3">
        <p>
          {t.rich(
            "This instance runs on your machine, with <mailbox>a mailbox</mailbox> that takes all emails. As the server of this project, it sends your own templates and emails to users too.",
            {
              mailbox: (text) => (
                <a href={mailbox.url} target="_blank" rel="noreferrer" className={linkClasses}>
                  {text}
                </a>
              ),
            },
          )}
        </p>
        <Button
          variant="secondary"
          size="small"
          isPending={isPending}
          onClick={({ currentTarget }) => {
            onUse();
            // Not a submit button itself: it would be the first one, which Enter in any field clicks.
            currentTarget.form?.requestSubmit();
          }}
        >
          {t("Use the local mailbox")}
        </Button>
      </div>
    </Alert>
  );
}

/** Says what the shared server does not do, before an owner meets it. */
function SharedLimits() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: usage } = useQuery(usageOptions(app));
  const limit = usage?.shares.find(({ id }) => id === "emails")?.limit;
  return (
    <div className="flex flex-col gap-2 text-sm text-ink-soft">
      <h3 className="font-medium text-ink">{t("Limits of the shared server")}</h3>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        <li>{t("It sends only the built-in templates and themes, and no emails that you write to users.")}</li>
        {limit !== undefined && (
          <li>
            {t(
              "{count, plural, one {# email an hour for the whole project.} other {# emails an hour for the whole project.}}",
              {
                count: limit,
              },
            )}
          </li>
        )}
        <li>{t("Ten emails to one address in ten minutes, together with those of other projects.")}</li>
        <li>{t("Until an owner has verified an address: 20 emails a day, to the owners alone.")}</li>
        {usage && !usage.are_shares_counted && (
          <li>{t("On this instance, limits of numbers are off (RATE_LIMITS), as in development.")}</li>
        )}
      </ul>
    </div>
  );
}

/** Asks where the project's own server is, how to sign in to it, and as whom it sends. */
export function OwnServerFields({ form, kind }: { form: UseFormReturn<ServerValues>; kind: "smtp" | "resend" }) {
  const t = useTranslation();
  const isSmtp = kind === "smtp";
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Fields
        form={form}
        rows={[
          isSmtp && {
            name: "host",
            label: t("Host"),
            placeholder: "smtp.example.com",
            spellCheck: false,
            validate: (text) =>
              text.trim() === ""
                ? t("Enter the host of your mail server, such as smtp.example.com.")
                : !/[\s/:]/.test(text.trim()) || t("Enter the host alone, without https:// and without a port."),
          },
          isSmtp && {
            name: "port",
            label: t("Port"),
            placeholder: "587",
            inputMode: "numeric",
            hint: t("465 for TLS, 587 for STARTTLS."),
            validate: (text) =>
              (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535) ||
              t("Enter a whole number from {min} to {max}.", { min: 1, max: 65_535 }),
          },
          isSmtp && {
            name: "username",
            label: t("Username"),
            spellCheck: false,
            ...required(t("Enter the username at your mail server.")),
          },
          {
            name: "password",
            label: isSmtp ? t("Password") : t("API key of Resend"),
            type: "password",
            autoComplete: "new-password",
            hint: t("Stored encrypted, and not shown again."),
            onFocus: (event) => event.target.select(),
            validate: (text) =>
              text === ""
                ? isSmtp
                  ? t("Enter the password at your mail server.")
                  : t("Enter the API key, which begins with re_.")
                : text.length <= 70 || t("Enter 70 characters at most."),
          },
          {
            name: "senderName",
            label: t("Sender name"),
            hint: t("What your users see as the sender."),
            ...required(t("Enter the name of the sender, such as that of your app.")),
          },
          {
            name: "senderEmail",
            label: t("Sender address"),
            type: "email",
            placeholder: "hello@example.com",
            hint: t("It must be one that your mail server may send for."),
            validate: (text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()) || t("Enter an email address."),
          },
        ]}
      />
    </div>
  );
}

/** Sends an email by the settings as they are typed, before they are saved, and says what came of it. */
export function TestEmail({ form }: { form: UseFormReturn<ServerValues> }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const [to, setTo] = useState(useUser()?.primaryEmail ?? "");
  const [problem, setProblem] = useState<string>();
  const test = useMutation({
    mutationFn: ({ to, values }: { to: string; values: ServerValues }) => sendTestEmail(app, values, { to }),
  });

  async function send() {
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(to.trim());
    setProblem(isAddress ? undefined : t("Enter the address that the test email goes to."));
    if (!(await form.trigger(undefined, { shouldFocus: true })) || !isAddress) return;
    const values = form.getValues();
    test.mutate(
      { to: to.trim(), values },
      {
        onSuccess: () =>
          show({
            title: t("Send a test email"),
            code: kitCode([], "adminApp.sendTestEmail", {
              recipientEmail: to.trim(),
              emailConfig: { ...testedServer(values), password: hidden("SMTP_PASSWORD") },
            }),
          }),
      },
    );
  }

  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-line p-4">
      <legend className="px-1 text-sm font-medium text-ink">{t("Test before saving")}</legend>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("Send a test email to")}
            type="email"
            autoComplete="email"
            value={to}
            error={problem}
            onChange={({ target }) => setTo(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Within the form that saves the settings.
              event.preventDefault();
              void send();
            }}
          />
        </div>
        <Button variant="secondary" className="sm:mt-6.5" isPending={test.isPending} onClick={() => void send()}>
          {t("Send test email")}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {test.isPending ? (
          <p className="text-sm text-ink-soft">{t("The mail server has ten seconds to take the email.")}</p>
        ) : test.isError ? (
          <Alert tone="danger">{describeFailure(test.error, t)}</Alert>
        ) : test.isSuccess ? (
          <TestResult message={test.data} to={test.variables.to} />
        ) : null}
      </div>
    </fieldset>
  );
}

function TestResult({ message, to }: { message: string | null; to: string }) {
  const t = useTranslation();
  if (message === null) {
    return (
      <Alert tone="success">
        {t("The mail server took the email to {address}. Look into that inbox, then save the settings.", {
          address: to,
        })}
      </Alert>
    );
  }
  const { advice, reply } = testFailure(message, t);
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="danger">{advice}</Alert>
      {reply && <CodeBlock title={t("What the mail server said")} code={reply} />}
    </div>
  );
}
