import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { useUser } from "../../../react/index";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { useConfig } from "../../forms/config";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { FinishedEmail } from "../content/queries";
import { useIsOnSharedServer } from "../content/theme-choice";
import { sendTestEmail, testFailure } from "../server/send-test-email";
import { serverValues } from "../server/server-values";

/** Sends the email as the preview shows it to one address, before it goes to users. */
export function TestSend({ email }: { email: FinishedEmail | undefined }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const isOnSharedServer = useIsOnSharedServer();
  const server = serverValues(useConfig());
  const [to, setTo] = useState(useUser()?.primaryEmail ?? "");
  const [problem, setProblem] = useState<string>();
  const test = useMutation({
    mutationFn: (sent: { to: string } & Pick<FinishedEmail, "html" | "subject">) => sendTestEmail(app, server, sent),
  });
  const failure = test.data ? testFailure(test.data, t) : undefined;

  function send() {
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(to.trim());
    setProblem(isAddress ? undefined : t("Enter the address that the test email goes to."));
    if (isAddress && email) test.mutate({ to: to.trim(), html: email.html, subject: email.subject });
  }

  return (
    <Card
      title={t("Test")}
      description={t(
        "Goes to one address as the preview shows it, with the values of the preview. It is not counted as sent.",
      )}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label={t("Send a test email to")}
          type="email"
          autoComplete="email"
          value={to}
          error={problem}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          className="self-start"
          disabled={isOnSharedServer || !email}
          isPending={test.isPending}
        >
          {t("Send test email")}
        </Button>
        <div role="status" className="empty:hidden">
          {test.isError && <Alert tone="danger">{describeFailure(test.error, t)}</Alert>}
          {failure && (
            <div className="flex flex-col gap-3">
              <Alert tone="danger">{failure.advice}</Alert>
              {failure.reply && <CodeBlock title={t("What the mail server said")} code={failure.reply} />}
            </div>
          )}
          {test.data === null && (
            <Alert tone="success">
              {t("The mail server took the test to {address}.", { address: test.variables.to })}
            </Alert>
          )}
        </div>
      </form>
    </Card>
  );
}
