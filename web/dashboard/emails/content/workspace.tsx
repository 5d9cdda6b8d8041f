import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Alert } from "../../../ui/feedback/alert";
import { useToast } from "../../../ui/overlays/toast";
import type { CodeEditorHandle } from "../../editor/code-editor";
import { SourceEditor, useEdit } from "../../editor/source-editor";
import { useTranslation } from "../../translation/use-translation";
import { type ContentSearch, parseContentSearch } from "../email-search";
import { AssistantCard } from "./assistant-card";
import { EmailPreview, type PreviewWidth, placed, renderingProblem, useRenderedEmail } from "./email-preview";
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
  const edit = useSavedEdit(saved, onSave);
  const { value: content, change, failure } = edit;
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

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <SourceEditor
        {...edit}
        editor={editor}
        title={t("Source")}
        language="tsx"
        source={content.source}
        onChange={(source) => change({ ...content, source })}
        above={
          <>
            {controls(content, change)}
            {failure !== undefined && !refused && <Alert tone="danger">{describeFailure(failure, t)}</Alert>}
          </>
        }
        problem={problem && placed(problem, t, kind)}
        isSaidElsewhere={rendered.problem !== undefined}
      />
      <EmailPreview rendered={rendered} width={width} onWidthChange={setWidth} kind={kind} editor={editor} />
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

/** An edit that is saved at once. */
function useSavedEdit(saved: Content, onSave: (content: Content) => Promise<unknown>) {
  const t = useTranslation();
  const toast = useToast();
  const edit = useEdit<Content, unknown>(saved);
  const [isPending, setIsPending] = useState(false);

  async function save() {
    if (!edit.isDirty || isPending) return;
    edit.setFailure(undefined);
    setIsPending(true);
    try {
      await onSave(edit.value);
      edit.settle();
      toast({ tone: "success", message: t("Saved.") });
    } catch (error) {
      edit.setFailure(error);
    } finally {
      setIsPending(false);
    }
  }

  return { ...edit, isPending, onSave: () => void save() };
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
