import { isKnownError } from "../../../kit/errors/known-error";
import { ProblemAlert } from "../../editor/problem-alert";
import { useTranslation } from "../../translation/use-translation";

/** Shows why an email cannot be rendered, with a button that leads to the line. */
export function RenderingAlert({
  problem: { file, line, message },
  onGoTo,
}: {
  problem: RenderingProblem;
  onGoTo: (() => void) | undefined;
}) {
  const t = useTranslation();
  const number = String(line);
  const place = line === undefined ? undefined : t("Line {line}", { line: number });
  const inTheme = line === undefined ? t("In the theme") : t("Line {line} of the theme", { line: number });
  return (
    <ProblemAlert place={file === "theme" && !onGoTo ? inTheme : place} onGoTo={onGoTo}>
      <span dir="ltr" className="whitespace-pre-wrap">
        {message}
      </span>
    </ProblemAlert>
  );
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
