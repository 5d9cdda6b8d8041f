import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Card, CardFooter } from "../../../ui/layout/card";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { UnsavedChanges } from "../../unsaved/unsaved-changes";
import { EmailPreview, type PreviewWidth, useRenderedEmail } from "../content/email-preview";
import { useIsOnSharedServer } from "../content/own-server-notice";
import { draftsOptions, templatesOptions } from "../content/queries";
import { useVariableReader } from "../content/variables-card";
import { ContentFields } from "./content-fields";
import { sendEmailOptions } from "./queries";
import { RecipientsField } from "./recipients-field";
import {
  categories,
  previewSource,
  previewTheme,
  problemsOf,
  sendOptionsOf,
  variablesOf,
  type WrittenEmail,
} from "./written-email";

const ConfirmSend = lazy(() => import("./confirm-send"));

/** An email as it is made: who gets it, what it says, how it looks, and the question before it goes out. */
export function SendForm({ initial }: { initial: WrittenEmail }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  const { show } = useShownCode();
  const isOnSharedServer = useIsOnSharedServer();
  const [email, setEmail] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: send } = useMutation(sendEmailOptions(app));
  const change = (changes: Partial<WrittenEmail>) => setEmail((email) => ({ ...email, ...changes }));
  const problems = problemsOf(email, t);
  const shown = attempts > 0 ? problems : {};
  const form = useRef<HTMLDivElement>(null);
  const { rendered, ...preview } = usePreview(email, change);
  const category = categories.find((each) => each === rendered.email?.category) ?? email.category;

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);

  async function confirm() {
    const sendId = await send(email);
    show({ title: t("Send an email"), code: kitCode([], "serverApp.sendEmail", sendOptionsOf(email)) });
    await navigate({
      to: "/projects/$projectId/emails/sends/$sendId",
      params: { projectId, sendId },
      search: {},
      ignoreBlocker: true,
    });
  }

  return (
    <div ref={form} className="grid items-start gap-6 xl:grid-cols-2">
      <UnsavedChanges isDirty={email.html !== initial.html || email.users.length > initial.users.length} />
      <div className="flex min-w-0 flex-col gap-6">
        <RecipientsField email={email} onChange={change} error={shown.users} />
        <Card title={t("Content")}>
          <ContentFields email={email} onChange={change} problems={shown} />
          <CardFooter>
            <Button
              disabled={isOnSharedServer}
              onClick={() => {
                setAttempts((count) => count + 1);
                setIsAsking(Object.keys(problems).length === 0);
              }}
            >
              {t("Review and send")}
            </Button>
          </CardFooter>
        </Card>
      </div>
      <EmailPreview rendered={rendered} {...preview} onGoTo={() => undefined} />
      {isAsking && (
        <Suspense>
          {" "}
          <ConfirmSend
            email={email}
            subject={email.subject.trim() || rendered.email?.subject}
            category={category}
            onConfirm={confirm}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The email as it will look, with its variables. Those that a template has in previews are what it begins with. */
function usePreview(email: WrittenEmail, change: (changes: Partial<WrittenEmail>) => void) {
  const { app } = useOwnedProject();
  const { data: drafts } = useSuspenseQuery(draftsOptions(app));
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const [width, onWidthChange] = useState<PreviewWidth>("desktop");
  const { kind, templateId } = email;
  const reader = useVariableReader(kind === "template");
  const template = kind === "template" ? templates.find(({ id }) => id === templateId)?.tsxSource : undefined;
  const variables = reader && template !== undefined ? reader.previewVariables(template) : undefined;
  const example =
    variables && JSON.stringify(Object.fromEntries(variables.map((each) => [each.name, each.value])), null, 2);
  const [begun, setBegun] = useState<string>();
  const isNew = example !== undefined && begun !== templateId;

  useEffect(() => {
    if (!isNew) return;
    setBegun(templateId);
    change({ variables: example });
  });

  const source = previewSource(email, { templates, drafts });
  const values = variablesOf(email.variables);
  const rendered = useRenderedEmail(
    source === undefined
      ? null
      : {
          templateTsxSource:
            reader && values && kind === "template" ? reader.withPreviewValues(source, values) : source,
          themeId: previewTheme(email, drafts),
          notificationCategoryName: email.category,
        },
  );
  const subject = email.subject.trim();
  const withSubject = rendered.email && subject ? { ...rendered.email, subject } : rendered.email;
  return { rendered: { ...rendered, email: withSubject }, width, onWidthChange };
}
