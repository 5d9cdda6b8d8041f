import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Alert } from "../../../ui/feedback/alert";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { CodeEditor, type CodeEditorHandle } from "../../editor/code-editor";
import { SaveBar } from "../../forms/save-bar";
import { useTranslation } from "../../translation/use-translation";
import { type ContentSearch, parseContentSearch } from "../email-search";
import { AssistantCard } from "./assistant-card";
import {
  EmailPreview,
  type PreviewWidth,
  RenderingAlert,
  type RenderingProblem,
  renderingProblem,
  useRenderedEmail,
} from "./email-preview";
import type { Content, ContentKind, PreviewedEmail } from "./queries";
import { ThemeChoice } from "./theme-choice";
import { useVariableReader, VariablesCard, type VariableValues } from "./variables-card";

/**
 * Shows the source of a theme, a template or a draft in an editor. The email as it looks is beside it, and the assistant and the
 * variables are below it. All changes are saved together, or lost after a question.
 */
export function Workspace({
  kind,
  id,
  saved,
  onSave,
  previewOf = emailOf,
  controls = themeChoice,
}: {
  kind: ContentKind;
  id: string;
  saved: Content;
  /** @throws whatever refuses it */
  onSave: (content: Content) => Promise<unknown>;
  /** The email with the source, unless it is the source of another part of one. */
  previewOf?: (content: Content) => PreviewedEmail;
  /** Choices above the editor; that of the theme, unless there are others. */
  controls?: (content: Content, onChange: (content: Content) => void) => ReactNode;
}) {
  const t = useTranslation();
  const editor = useRef<CodeEditorHandle>(null);
  const { content, isDirty, isPending, failure, change, save, discard } = useEdit(saved, onSave);
  const [values, setValues] = useState<VariableValues>({});
  const hasVariables = kind === "template";
  const reader = useVariableReader(hasVariables);
  const { width, setWidth } = usePreviewWidth();
  const withValues = {
    ...content,
    source: reader ? reader.withPreviewValues(content.source, values) : content.source,
  };
  const rendered = useRenderedEmail(previewOf(withValues));
  const refused = renderingProblem(failure);
  const problem = rendered.problem ?? refused;
  const line = problem && lineIn(kind, problem);
  const message = problem?.message ?? "";
  const problems = useMemo(() => (line === undefined ? [] : [{ line, message }]), [line, message]);

  function goTo(to: RenderingProblem) {
    const target = lineIn(kind, to);
    return target === undefined ? undefined : () => editor.current?.focus(target);
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card title={t("Source")} className="min-w-0">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {controls(content, change)}
          {refused && !rendered.problem && <RenderingAlert problem={refused} onGoTo={goTo(refused)} />}
          {failure !== undefined && !refused && <Alert tone="danger">{describeFailure(failure, t)}</Alert>}
          <CodeEditor
            ref={editor}
            label={t("Source")}
            language="tsx"
            value={content.source}
            onChange={(source) => change({ ...content, source })}
            problems={problems}
            className="h-136"
          />
          <SaveBar isDirty={isDirty} isPending={isPending} onDiscard={discard} />
        </form>
      </Card>
      <EmailPreview rendered={rendered} width={width} onWidthChange={setWidth} onGoTo={goTo} />
      <AssistantCard
        kind={kind}
        id={id}
        source={content.source}
        isSaved={kind !== "draft" && content.source === saved.source}
        onApply={(source) => change({ ...content, source })}
      />
      {hasVariables && (
        <VariablesCard
          reader={reader}
          source={content.source}
          values={values}
          onChange={setValues}
          onKeep={() => {
            change(withValues);
            setValues({});
          }}
        />
      )}
    </div>
  );
}

function emailOf({ source, themeId }: Content): PreviewedEmail {
  return { templateTsxSource: source, themeId, notificationCategoryName: "Transactional" };
}

function themeChoice(content: Content, onChange: (content: Content) => void) {
  return <ThemeChoice value={content.themeId} onValueChange={(themeId) => onChange({ ...content, themeId })} />;
}

/** What is edited, until it is saved or discarded. */
function useEdit(saved: Content, onSave: (content: Content) => Promise<unknown>) {
  const t = useTranslation();
  const toast = useToast();
  const [edit, setEdit] = useState<Content>();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const content = edit ?? saved;
  const isDirty = content.source !== saved.source || content.themeId !== saved.themeId;

  function change(next: Content | undefined) {
    setFailure(undefined);
    setEdit(next);
  }

  async function save() {
    if (!isDirty || isPending) return;
    setFailure(undefined);
    setIsPending(true);
    try {
      await onSave(content);
      // What was typed in the meantime stays.
      setEdit((current) => (current === edit ? undefined : current));
      toast({ tone: "success", message: t("Saved.") });
    } catch (error) {
      setFailure(error);
    } finally {
      setIsPending(false);
    }
  }

  return { content, isDirty, isPending, failure, change, save, discard: () => change(undefined) };
}

/** Returns where a problem is in the source that is edited; undefined where it is in the other one of the email. */
function lineIn(kind: ContentKind, { file, line }: RenderingProblem): number | undefined {
  return (file === "theme") === (kind === "theme") ? line : undefined;
}

/** The width of the preview, which stands in the address. */
function usePreviewWidth() {
  const { width = "desktop" as const } = parseContentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    width,
    setWidth: (next: PreviewWidth) =>
      void navigate({
        to: ".",
        search: (search: ContentSearch) => ({ ...search, width: next === "phone" ? next : undefined }),
        replace: true,
        resetScroll: false,
      } as never),
  };
}
