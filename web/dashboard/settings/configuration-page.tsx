import { useMemo, useRef, useState } from "react";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { CodeEditor, type CodeEditorHandle } from "../editor/code-editor";
import { ProblemAlert } from "../editor/problem-alert";
import type { ConfigDocument } from "../forms/config-document";
import { configOptions, refusedSetting } from "../forms/config-queries";
import { SaveBar } from "../forms/save-bar";
import { useConfig } from "../forms/use-config";
import { useOwnedProject } from "../projects/use-owned-projects";
import { BackLink, SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { type ConfigChange, changesBetween, misplacedSecret } from "./config-changes";
import { type ParsedJson, parseJson } from "./parse-json";
import { ReviewDialog } from "./review-dialog";

/** Holds what was edited, with the configuration from which it started: others may change that in the meantime. */
type Edit = { text: string; base: ConfigDocument };

/** A problem of the document, at its line where that is known. */
type Problem = { line?: number; message: string };

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The whole configuration of the project as JSON. What changes is shown before it is saved. */
export function ConfigurationPage() {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const toast = useToast();
  const saved = useConfig();
  const [edit, setEdit] = useState<Edit>();
  const [problem, setProblem] = useState<Problem>();
  const [changes, setChanges] = useState<readonly ConfigChange[]>();
  const editor = useRef<CodeEditorHandle>(null);
  const text = edit?.text ?? JSON.stringify(saved, null, 2);
  const problems = useMemo(
    () => (problem?.line === undefined ? [] : [{ line: problem.line, message: problem.message }]),
    [problem],
  );

  function review() {
    if (!edit) return;
    const parsed = parseJson(edit.text);
    const found = problemOf(parsed, edit.base, t);
    setProblem(found);
    if (found) return editor.current?.focus(found.line);
    const changed = parsed.problem ? [] : changesBetween(edit.base, parsed.value);
    if (changed.length > 0) return setChanges(changed);
    setEdit(undefined);
    toast({ tone: "neutral", message: t("Nothing has changed: the document says the same as before.") });
  }

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Configuration")}
        description={t("Every setting of the project in one document, to read, to copy and to change at once.")}
        reference="Project settings"
        above={
          <BackLink to="/projects/$projectId/settings" params={{ projectId }}>
            {t("Settings")}
          </BackLink>
        }
      />
      <Card
        title={t("Configuration as JSON")}
        description={t(
          "Defaults are filled in. Dots stand in the place of secrets: leave them to keep the secret, or type a new one. A setting that you take away has its default again.",
        )}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            review();
          }}
          className="flex flex-col gap-4"
        >
          {problem && (
            <ProblemAlert
              place={problem.line === undefined ? undefined : t("Line {line}", { line: String(problem.line) })}
              onGoTo={() => editor.current?.focus(problem.line)}
            >
              {problem.message}
            </ProblemAlert>
          )}
          <CodeEditor
            ref={editor}
            label={t("Configuration as JSON")}
            language="json"
            value={text}
            onChange={(typed) => {
              setProblem(undefined);
              setEdit({ text: typed, base: edit?.base ?? saved });
            }}
            problems={problems}
            isInvalid={problem !== undefined}
            className="h-136"
          />
          <SaveBar
            isDirty={edit !== undefined}
            isPending={false}
            saveLabel={t("Review changes")}
            onDiscard={() => {
              setEdit(undefined);
              setProblem(undefined);
            }}
          />
        </form>
      </Card>
      {changes && (
        <ReviewDialog
          changes={changes}
          onClose={() => setChanges(undefined)}
          onSaved={() => {
            setChanges(undefined);
            setEdit(undefined);
            toast({ tone: "success", message: t("Your changes are saved.") });
          }}
          onRefused={(error) => {
            const refused = refusedSetting(error);
            const parsed = parseJson(text);
            if (!refused || parsed.problem) return false;
            setChanges(undefined);
            setProblem({ line: lineOf(refused.path, parsed.lines), message: `${refused.path}: ${refused.message}` });
            return true;
          }}
        />
      )}
    </div>
  );
}

/** Returns what stands in the way of saving a document. */
function problemOf(parsed: ParsedJson, base: ConfigDocument, t: Translate): Problem | undefined {
  if (parsed.problem) {
    const { line, column, kind, found } = parsed.problem;
    if (kind === "repeated") return { line, message: t("“{name}” is there twice. Take one away.", { name: found }) };
    return {
      line,
      message:
        found === ""
          ? t("The document ends too early, or a text is not closed.")
          : t("“{found}” at column {column} is not expected here. Look for a comma or a quote that is missing.", {
              found,
              column: String(column),
            }),
    };
  }
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    return { line: 1, message: t("The document has to be an object: { … }.") };
  }
  const path = misplacedSecret(changesBetween(base, parsed.value));
  return path === undefined
    ? undefined
    : {
        line: lineOf(path, parsed.lines),
        message: t("Type the secret of {path}: the dots are not its value.", { path }),
      };
}

/** The line of a setting, or of the closest group above it that is in the document. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number | undefined {
  const line = lines.get(path);
  if (line !== undefined || !path.includes(".")) return line;
  return lineOf(path.slice(0, path.lastIndexOf(".")), lines);
}
