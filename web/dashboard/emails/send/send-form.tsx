import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Select } from "../../../ui/forms/select";
import { TextAreaField, TextField } from "../../../ui/forms/text-field";
import { Card, CardFooter } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { UnsavedChanges } from "../../dialogs/form-dialog";
import { SegmentedControl } from "../../forms/segmented-control";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { useTranslation } from "../../translation/use-translation";
import { EmailPreview, type PreviewWidth, useRenderedEmail } from "../content/email-preview";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { useIsOnSharedServer } from "../content/theme-choice";
import { useVariableReader, VariableFields } from "../content/variables-card";
import { categories } from "./categories";
import { failedSendOptions, saveDraft, sendEmail } from "./queries";
import { RecipientsField } from "./recipients-field";
import { TestSend } from "./test-send";
import { TextEditor } from "./text-editor";
import { namesUser, previewSource, sourceWithoutName, textIn, textSource } from "./text-source";
import { newEmail, previewTheme, problemsOf, sendOptionsOf, variablesOf, type WrittenEmail } from "./written-email";

const ConfirmSend = lazyDialog(() => import("./confirm-send"), "ConfirmSend");

/** An email that begins as the address says: with a draft, a template or a user. */
export function NewEmail({ draft, template, to }: { draft?: string; template?: string; to?: string }) {
  const drafts = useRead(draftsOptions);
  const templates = useRead(templatesOptions);
  const chosen = templates.find(({ id }) => id === template);
  const stored = drafts.find(({ id }) => id === draft);
  const text = stored && textIn(stored.tsxSource);
  const initial: WrittenEmail = {
    ...newEmail,
    ...(to && { users: [{ id: to, name: null, email: undefined }] }),
    ...(stored && { kind: "draft", draftId: stored.id }),
    ...(text && { ...text, kind: "text", themeId: stored.themeId }),
    ...(chosen && { kind: "template", templateId: chosen.id, themeId: chosen.themeId }),
  };
  return <SendForm initial={initial} />;
}

/** Begins with an email that has failed some users: what it was made of, and them. */
export function SendAgain({ sendId }: { sendId: string }) {
  const data = useRead(failedSendOptions, sendId);
  const { variant, templateId, draftId, subject } = data.send;
  const initial: WrittenEmail = {
    ...newEmail,
    users: data.userIds.map((id) => ({ id, name: null, email: undefined })),
    kind: variant,
    templateId: templateId ?? "",
    draftId: draftId ?? "",
    subject: subject ?? "",
  };
  return <SendForm initial={initial} />;
}

/** An email as it is made: who gets it, what it says, how it looks, and the question before it goes out. */
function SendForm({ initial }: { initial: WrittenEmail }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  const { show } = useShownCode();
  const toast = useToast();
  const isOnSharedServer = useIsOnSharedServer();
  const [email, setEmail] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const change = (changes: Partial<WrittenEmail>) => setEmail((email) => ({ ...email, ...changes }));
  const problems = problemsOf(email, t);
  const shown = attempts > 0 ? problems : {};
  const form = useRef<HTMLDivElement>(null);
  const [saved, setSaved] = useState(initial);
  const { rendered, variables, hasName, onHasNameChange, ...preview } = usePreview(email, change);
  const category = categories.find((each) => each === rendered.email?.category) ?? email.category;

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);

  async function save(): Promise<WrittenEmail> {
    if (email.kind !== "text") return email;
    const stored = { ...email, draftId: await saveDraft(app, email, textSource(email)) };
    change({ draftId: stored.draftId });
    setSaved(stored);
    return stored;
  }

  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => toast({ tone: "success", message: t("The draft is saved.") }),
  });

  async function confirm() {
    const sent = await save();
    const sendId = await sendEmail(app, sent);
    show({ title: t("Send an email"), code: kitCode([], "serverApp.sendEmail", sendOptionsOf(sent)) });
    await navigate({
      to: "/projects/$projectId/emails/sends/$sendId",
      params: { projectId, sendId },
      search: {},
      ignoreBlocker: true,
    });
  }

  return (
    <div ref={form} className="grid items-start gap-6 xl:grid-cols-2">
      <UnsavedChanges
        isDirty={email.html !== initial.html || email.text !== saved.text || email.users.length > initial.users.length}
      />
      <div className="flex min-w-0 flex-col gap-6">
        <RecipientsField email={email} onChange={change} error={shown.users} />
        <Card title={t("Content")}>
          <ContentFields email={email} onChange={change} problems={shown} variables={variables} />
          {saving.isError && <Alert tone="danger">{describeFailure(saving.error, t)}</Alert>}
          <CardFooter>
            {email.kind === "text" && (
              <Button
                variant="secondary"
                disabled={email.text.trim() === "" || email.subject.trim() === ""}
                isPending={saving.isPending}
                onClick={() => saving.mutate()}
              >
                {t("Save as draft")}
              </Button>
            )}
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
      <div className="flex min-w-0 flex-col gap-6">
        <EmailPreview rendered={rendered} {...preview}>
          {email.kind === "text" && namesUser(email) && (
            <SegmentedControl
              label={t("User of the preview")}
              options={[
                { value: "named", label: t("With name") },
                { value: "nameless", label: t("Without name") },
              ]}
              value={hasName ? "named" : "nameless"}
              onValueChange={(value) => onHasNameChange(value === "named")}
            />
          )}
        </EmailPreview>
        <TestSend email={rendered.email} />
      </div>
      {isAsking && (
        <ConfirmSend
          email={email}
          subject={rendered.email?.subject ?? email.subject.trim()}
          category={category}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** The email as it will look, with its variables. Those that a template has in previews are what it begins with. */
function usePreview(email: WrittenEmail, change: (changes: Partial<WrittenEmail>) => void) {
  const drafts = useRead(draftsOptions);
  const templates = useRead(templatesOptions);
  const [width, onWidthChange] = useState<PreviewWidth>("desktop");
  const [hasName, onHasNameChange] = useState(true);
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

  const written = previewSource(email, { templates, drafts });
  const source = written && kind === "text" && !hasName ? sourceWithoutName(written) : written;
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
  const subject = kind === "text" ? "" : email.subject.trim();
  const withSubject = rendered.email && subject ? { ...rendered.email, subject } : rendered.email;
  return { rendered: { ...rendered, email: withSubject }, variables, width, onWidthChange, hasName, onHasNameChange };
}

interface ContentFieldsProps {
  email: WrittenEmail;
  /** Those of the chosen template that its source has values for; undefined before it is read. */
  variables: ComponentProps<typeof VariableFields>["variables"] | undefined;
  onChange: (changes: Partial<WrittenEmail>) => void;
  problems: ReturnType<typeof problemsOf>;
}

/** Edits what an email says: text, HTML, a template with its variables, or a draft; with its subject, theme and category. */
export function ContentFields({ email, onChange, problems, variables }: ContentFieldsProps) {
  const t = useTranslation();
  const drafts = useRead(draftsOptions);
  const templates = useRead(templatesOptions);
  const kinds = [
    { value: "text", label: t("Text") },
    { value: "template", label: t("Template") },
    { value: "draft", label: t("Draft") },
    { value: "html", label: t("HTML") },
  ] as const;
  const ofModule = email.kind === "template" || email.kind === "draft";
  return (
    <div className="flex flex-col gap-5">
      <SegmentedControl
        label={t("What the email is made of")}
        options={kinds}
        value={email.kind}
        onValueChange={(kind) => onChange({ kind, themeId: undefined, draftId: "" })}
      />
      {email.kind === "template" && (
        <>
          <Select
            label={t("Template")}
            error={problems.templateId}
            options={[
              { value: "", label: t("Choose a template") },
              ...templates.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            value={email.templateId}
            onValueChange={(templateId) =>
              onChange({ templateId, themeId: templates.find(({ id }) => id === templateId)?.themeId })
            }
          />
          {variables && variables.length > 0 ? (
            <fieldset className="flex flex-col gap-4">
              <legend className="mb-3 text-sm text-ink-soft">
                {t("The same for every user. They begin with the values of the template’s preview.")}
              </legend>
              <VariableFields
                variables={variables}
                values={variablesOf(email.variables) ?? {}}
                onChange={(values) => onChange({ variables: JSON.stringify(values, null, 2) })}
              />
            </fieldset>
          ) : (
            <TextAreaField
              label={t("Variables as JSON")}
              hint={t("The same for every user. They begin with the values of the template’s preview.")}
              error={problems.variables}
              rows={5}
              spellCheck={false}
              className="font-mono"
              value={email.variables}
              onChange={({ target }) => onChange({ variables: target.value })}
            />
          )}
        </>
      )}
      {email.kind === "draft" && (
        <Select
          label={t("Draft")}
          hint={drafts.length === 0 ? t("There are none yet. Write one among the drafts.") : undefined}
          error={problems.draftId}
          options={[
            { value: "", label: t("Choose a draft") },
            ...drafts.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
          value={email.draftId}
          onValueChange={(draftId) => onChange({ draftId })}
        />
      )}
      <TextField
        label={t("Subject")}
        hint={
          ofModule
            ? t("Left empty, it is the subject that the template or draft has.")
            : email.kind === "text"
              ? t("It may have variables too. {example} is “you” for users without a name.", {
                  example: "{{user.displayName|you}}",
                })
              : undefined
        }
        error={problems.subject}
        value={email.subject}
        autoComplete="off"
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      {email.kind === "text" && (
        <TextEditor text={email.text} error={problems.text} onChange={(text) => onChange({ text })} />
      )}
      {email.kind === "html" && (
        <TextAreaField
          label={t("Email as HTML")}
          hint={t("It stands within the theme.")}
          error={problems.html}
          rows={10}
          spellCheck={false}
          className="font-mono"
          placeholder="<p>…</p>"
          value={email.html}
          onChange={({ target }) => onChange({ html: target.value })}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ThemeOfEmail email={email} onChange={onChange} />
        <Select
          label={t("Category")}
          hint={
            ofModule
              ? t("Where the template or draft names none itself.")
              : t("Users can unsubscribe from marketing. Those who have are skipped.")
          }
          options={categories.map((value) => ({
            value,
            label: value === "Marketing" ? t("Marketing") : t("Transactional"),
          }))}
          value={email.category}
          onValueChange={(category) => onChange({ category })}
        />
      </div>
    </div>
  );
}

interface ThemeOfEmailProps {
  email: WrittenEmail;
  onChange: (changes: Partial<WrittenEmail>) => void;
}

function ThemeOfEmail({ email, onChange }: ThemeOfEmailProps) {
  const t = useTranslation();
  const themes = useRead(themesOptions);
  const byDefault = email.kind === "draft" ? t("The draft’s own theme") : t("The active theme");
  return (
    <Select
      label={t("Theme")}
      options={[
        { value: "default", label: byDefault },
        { value: "none", label: t("No theme") },
        ...themes.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ]}
      value={email.themeId === false ? "none" : (email.themeId ?? "default")}
      onValueChange={(chosen) =>
        onChange({ themeId: chosen === "none" ? false : chosen === "default" ? undefined : chosen })
      }
    />
  );
}
