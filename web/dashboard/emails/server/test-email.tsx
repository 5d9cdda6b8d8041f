import { mutationOptions, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { useUser } from "../../../react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { TextField } from "../../../ui/forms/text-field";
import { useShownCode } from "../../code/shown-code";
import { hidden, kitCode } from "../../code/written-code";
import { hiddenSecret } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { type ServerValues, testedServer } from "./server-values";
import { testFailure } from "./test-failure";

/** Sends an email by the settings as they are typed, before they are saved, and says what came of it. */
export function TestEmail({ form }: { form: UseFormReturn<ServerValues> }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const [to, setTo] = useState(useUser()?.primaryEmail ?? "");
  const [problem, setProblem] = useState<string>();
  const test = useMutation(sendTestEmailOptions(app));

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

/** Sends an email by the server of a form. Resolves to what went wrong, or null where the server took the email. */
function sendTestEmailOptions(app: GatehouseAdminApp) {
  return mutationOptions({
    mutationFn: async ({ to, values }: { to: string; values: ServerValues }): Promise<string | null> => {
      const server = testedServer(values);
      // Read for this request alone: the pages of a project keep no secrets.
      const password = server.password === hiddenSecret ? await storedPassword(app) : server.password;
      const result = await app.sendTestEmail({ recipientEmail: to, emailConfig: { ...server, password } });
      return result.status === "ok" ? null : result.error.errorMessage;
    },
  });
}

async function storedPassword(app: GatehouseAdminApp): Promise<string> {
  const { config_string } = await app[appInternals].caller("admin").read("GET /internal/config");
  const { emails } = JSON.parse(config_string) as { emails: { server: { password?: string } } };
  return emails.server.password ?? "";
}
