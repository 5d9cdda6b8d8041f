import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { isKnownError } from "../../../kit/errors/known-error";
import { Spinner } from "../../../ui/feedback/spinner";
import { Card } from "../../../ui/layout/card";
import { classNames } from "../../../ui/theme/class-names";
import type { CodeEditorHandle } from "../../editor/code-editor";
import { ProblemAlert, type SourceProblem } from "../../editor/source-editor";
import { SegmentedControl } from "../../forms/segmented-control";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { msg } from "../../translation/message";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { EmailFrame } from "../email-parts";
import { type ContentKind, type PreviewedEmail, renderedEmailOptions } from "./queries";

export type PreviewWidth = "desktop" | "phone";

const widths = [
  { value: "desktop", label: msg("Desktop") },
  { value: "phone", label: msg("Phone") },
] as const;

const schemes = [
  { value: "light", label: msg("Light") },
  { value: "dark", label: msg("Dark") },
] as const;

/** Stands for the email where there is none yet, which is not rendered. */
const nothing: PreviewedEmail = { templateTsxSource: "" };

/** Renders an email, a moment after it was last changed; null for none. The last one that could be rendered stays. */
export function useRenderedEmail(email: PreviewedEmail | null) {
  const { app } = useOwnedProject();
  const settled = useSettled(JSON.stringify(email), 400);
  const rendered = useQuery({
    ...renderedEmailOptions(app, JSON.parse(settled) ?? nothing),
    enabled: settled !== "null",
    placeholderData: keepPreviousData,
  });
  const [last, setLast] = useState(rendered.data);
  if (rendered.data && rendered.data !== last) setLast(rendered.data);
  return {
    email: rendered.data ?? last,
    /** Nothing was written yet. */
    isEmpty: settled === "null" && !last,
    isCurrent: rendered.isSuccess && !rendered.isPlaceholderData,
    isRendering: rendered.isFetching || settled !== JSON.stringify(email),
    problem: rendered.isError ? renderingProblem(rendered.error) : undefined,
    error: rendered.error,
    retry: () => void rendered.refetch(),
  };
}

interface EmailPreviewProps {
  rendered: ReturnType<typeof useRenderedEmail>;
  width: PreviewWidth;
  onWidthChange: (width: PreviewWidth) => void;
  /** Names the source that is edited, in whose editor the lines of problems are shown. */
  kind?: ContentKind;
  editor?: RefObject<CodeEditorHandle | null>;
  /** Further choices of what is shown. */
  children?: ReactNode;
}

/** Shows how an email looks, in a frame that runs no script and leads nowhere. */
export function EmailPreview({ rendered, width, onWidthChange, kind, editor, children }: EmailPreviewProps) {
  const t = useTranslation();
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const { email, isEmpty, problem, error, isCurrent, isRendering, retry } = rendered;
  return (
    <Card
      title={t("Preview")}
      actions={<span className="min-h-5">{isRendering && <Spinner label={t("Rendering")} />}</span>}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-3">
          <SegmentedControl
            label={t("Width of the preview")}
            options={widths.map(({ value, label }) => ({ value, label: t(label) }))}
            value={width}
            onValueChange={onWidthChange}
          />
          <SegmentedControl
            label={t("Colours of the preview")}
            options={schemes.map(({ value, label }) => ({ value, label: t(label) }))}
            value={scheme}
            onValueChange={setScheme}
          />
          {children}
        </div>
        {problem && <ProblemAlert problem={placed(problem, t, kind)} editor={editor} />}
        {error && !problem && <FailedRead error={error} onRetry={retry} />}
        <dl className="flex flex-col gap-1 text-sm wrap-anywhere">
          <div className="flex gap-2">
            <dt className="shrink-0 text-ink-soft">{t("Subject")}</dt>
            <dd translate="no" className="font-medium text-ink">
              {email ? (email.subject ?? t("None")) : isEmpty ? t("None") : "…"}
            </dd>
          </div>
          <div className="flex gap-2">
            <dt className="shrink-0 text-ink-soft">{t("Category")}</dt>
            <dd translate="no" className="text-ink">
              {email ? (email.category ?? t("None")) : isEmpty ? t("None") : "…"}
            </dd>
          </div>
        </dl>
        <div
          className={classNames(
            "h-136 overflow-hidden rounded-control border border-line bg-sunken transition-opacity",
            !isCurrent && !isEmpty && "opacity-60",
          )}
        >
          {isEmpty && (
            <p className="flex h-full items-center justify-center px-6 text-center text-sm text-ink-soft">
              {t("The email appears here as you write it.")}
            </p>
          )}
          {email && (
            <EmailFrame
              key={scheme}
              title={t("Preview of the email")}
              html={email.html}
              className={classNames(
                "mx-auto block border-0 bg-white",
                scheme === "dark" ? "scheme-dark" : "scheme-light",
                // Emails are made for some 600 pixels, which are more than there are beside the source.
                width === "phone"
                  ? "h-full w-full max-w-[375px]"
                  : "h-[133.4%] w-[133.4%] origin-top-left scale-75 rtl:origin-top-right",
              )}
            />
          )}
        </div>
      </div>
    </Card>
  );
}

/** The value once it has not changed for a while, such as a text that is being typed. */
function useSettled<Value>(value: Value, millis: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

/** Returns where the author of a source finds a problem: a line of it, or a place in the other source of the email. */
export function placed({ file, line, message }: RenderingProblem, t: Translate, kind?: ContentKind): SourceProblem {
  const number = String(line);
  const isHere = line !== undefined && (file === "theme") === (kind === "theme");
  const inTheme = line === undefined ? t("In the theme") : t("Line {line} of the theme", { line: number });
  const place = line === undefined ? undefined : t("Line {line}", { line: number });
  return { place: file === "theme" && !isHere ? inTheme : place, line: isHere ? line : undefined, message };
}

/** Says why a source cannot be rendered, where the author finds it. */
export interface RenderingProblem {
  /** Of the two sources of an email; undefined where it is the email as a whole. */
  readonly file: "template" | "theme" | undefined;
  readonly line: number | undefined;
  readonly message: string;
}

/** Returns what an error of the renderer says; undefined for any other error. */
export function renderingProblem(error: unknown): RenderingProblem | undefined {
  if (!isKnownError(error, "EMAIL_RENDERING_ERROR")) return undefined;
  const text = error.details?.error ?? error.message;
  const [, file, line, message] = /^(template|theme)(?:, line (\d+))?: ([\s\S]*)$/.exec(text) ?? [];
  if (message === undefined) return { file: undefined, line: undefined, message: text };
  return { file: file === "theme" ? "theme" : "template", line: line ? Number(line) : undefined, message };
}
