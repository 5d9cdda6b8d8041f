import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useToast } from "../../ui/overlays/toast";
import { useShownCode } from "../code/shown-code";
import { configCode, hidden } from "../code/written-code";
import { Modal } from "../dialogs/modal";
import type { CodeEditorHandle } from "../editor/code-editor";
import { SourceEditor, type SourceProblem, useEdit } from "../editor/source-editor";
import { configOptions, hiddenSecret, refusedSetting, useConfig } from "../forms/config";
import type { ConfigDocument, Setting } from "../forms/config-document";
import { useOwnedProject } from "../projects/use-owned-projects";
import { BackLink, SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { type ParsedJson, parseJson } from "./parse-json";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The whole configuration of the project as JSON. What changes is shown before it is saved. */
export function ConfigurationPage() {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const toast = useToast();
  const edit = useEdit<string, SourceProblem>(JSON.stringify(useConfig(), null, 2));
  const { value: text, base, failure: problem, setFailure } = edit;
  const [changes, setChanges] = useState<readonly ConfigChange[]>();
  const editor = useRef<CodeEditorHandle>(null);

  function review() {
    const parsed = parseJson(text);
    const before = JSON.parse(base);
    const found = problemOf(parsed, before, t);
    setFailure(found);
    if (found) return editor.current?.focus(found.line);
    const changed = parsed.problem ? [] : changesBetween(before, parsed.value);
    if (changed.length > 0) return setChanges(changed);
    edit.onDiscard();
    toast({ tone: "neutral", message: t("Nothing has changed: the document says the same as before.") });
  }

  return (
    <SectionPage
      title={t("Configuration")}
      description={t("Every setting of the project in one document, to read, to copy and to change at once.")}
      reference="Project settings"
      above={
        <BackLink to="/projects/$projectId/settings" params={{ projectId }}>
          {t("Settings")}
        </BackLink>
      }
    >
      <SourceEditor
        {...edit}
        editor={editor}
        title={t("Configuration as JSON")}
        description={t(
          "Defaults are filled in. Dots stand in the place of secrets: leave them to keep the secret, or type a new one. A setting that you take away has its default again.",
        )}
        language="json"
        source={text}
        onChange={edit.change}
        problem={problem}
        saveLabel={t("Review changes")}
        onSave={review}
      />
      {changes && (
        <ReviewDialog
          changes={changes}
          onClose={() => setChanges(undefined)}
          onSaved={() => {
            setChanges(undefined);
            edit.onDiscard();
            toast({ tone: "success", message: t("Your changes are saved.") });
          }}
          onRefused={(error) => {
            const refused = refusedSetting(error);
            const parsed = parseJson(text);
            if (!refused || parsed.problem) return false;
            setChanges(undefined);
            const line = lineOf(refused.path, parsed.lines);
            setFailure(placed(line, `${refused.path}: ${refused.message}`, t));
            return true;
          }}
        />
      )}
    </SectionPage>
  );
}

/** Returns what stands in the way of saving a document. */
function problemOf(parsed: ParsedJson, base: ConfigDocument, t: Translate): SourceProblem | undefined {
  if (parsed.problem) {
    const { line, column, kind, found } = parsed.problem;
    if (kind === "repeated") return placed(line, t("“{name}” is there twice. Take one away.", { name: found }), t);
    const message =
      found === ""
        ? t("The document ends too early, or a text is not closed.")
        : t("“{found}” at column {column} is not expected here. Look for a comma or a quote that is missing.", {
            found,
            column: String(column),
          });
    return placed(line, message, t);
  }
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    return placed(1, t("The document has to be an object: { … }."), t);
  }
  const path = misplacedSecret(changesBetween(base, parsed.value));
  if (path === undefined) return undefined;
  return placed(lineOf(path, parsed.lines), t("Type the secret of {path}: the dots are not its value.", { path }), t);
}

function placed(line: number | undefined, message: string, t: Translate): SourceProblem {
  return { line, place: line === undefined ? undefined : t("Line {line}", { line: String(line) }), message };
}

/** The line of a setting, or of the closest group above it that is in the document. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number | undefined {
  const line = lines.get(path);
  if (line !== undefined || !path.includes(".")) return line;
  return lineOf(path.slice(0, path.lastIndexOf(".")), lines);
}

/** The most characters of a value in the list of changes. */
const maxValueLength = 400;

interface ReviewDialogProps {
  changes: readonly ConfigChange[];
  onClose: () => void;
  onSaved: () => void;
  /** Shows a refusal in the document; false where it belongs to no line of it. */
  onRefused: (error: unknown) => boolean;
}

/** Shows what changes, setting by setting, and saves it. */
export function ReviewDialog({ changes, onClose, onSaved, onRefused }: ReviewDialogProps) {
  const t = useTranslation();
  const { show } = useShownCode();
  const project = useOwnedProject();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (override: Readonly<Record<string, Setting>>) => project.updateConfig(override),
  });
  const [failure, setFailure] = useState<string>();

  async function save() {
    setFailure(undefined);
    const override = overrideOf(changes);
    try {
      await mutateAsync(override);
    } catch (error) {
      if (!onRefused(error)) setFailure(describeFailure(error, t));
      return;
    }
    const code = withoutSecrets(override, "", (name) =>
      hidden(name === "password" ? "SMTP_PASSWORD" : "CLIENT_SECRET"),
    );
    show({ title: t("Change settings"), code: configCode(code as Record<string, unknown>) });
    onSaved();
  }

  return (
    <Modal
      title={t("{count, plural, one {Save # change?} other {Save # changes?}}", { count: changes.length })}
      description={t("They apply at once, for every app of the project.")}
      closing={t("Go on editing")}
      actions={
        <Button onClick={() => void save()} isPending={isPending}>
          {t("Save changes")}
        </Button>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <ul aria-label={t("Changes")} className="flex flex-col gap-3">
          {changes.map(({ path, from, to }) => (
            <li key={path} className="flex flex-col gap-1 rounded-control border border-line p-3 text-xs">
              <span className="font-mono font-medium wrap-anywhere text-ink">{path}</span>
              {from !== undefined && (
                <del className="font-mono wrap-anywhere whitespace-pre-wrap text-danger no-underline">
                  <span aria-hidden="true">− </span>
                  <span className="sr-only">{t("Before:")} </span>
                  {valueText(from, path)}
                </del>
              )}
              {to === undefined ? (
                <span className="text-ink-soft">{t("Taken away: the default applies, where there is one.")}</span>
              ) : (
                <ins className="font-mono wrap-anywhere whitespace-pre-wrap text-success no-underline">
                  <span aria-hidden="true">+ </span>
                  <span className="sr-only">{t("After:")} </span>
                  {valueText(to, path)}
                </ins>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function valueText(value: Setting, path: string): string {
  const shown = withoutSecrets(value, path.split(".").at(-1) ?? "", () => hiddenSecret);
  const text = JSON.stringify(shown, null, 2);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** A setting that was edited. `from` is undefined where there was none, `to` where it was taken away. */
export interface ConfigChange {
  readonly path: string;
  readonly from: Setting | undefined;
  readonly to: Setting | undefined;
}

type Group = { readonly [key: string]: Setting };

/** Lists what differs between two configurations, setting by setting. A whole group that is new or gone is one change. */
export function changesBetween(before: Setting, after: Setting, path = ""): ConfigChange[] {
  if (!isGroup(before) || !isGroup(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const below = path === "" ? name : `${path}.${name}`;
    const [from, to] = [own(before, name), own(after, name)];
    return from === undefined || to === undefined ? [{ path: below, from, to }] : changesBetween(from, to, below);
  });
}

/** The override that makes these changes; null takes a setting away, so that its default applies. */
export function overrideOf(changes: readonly ConfigChange[]): Record<string, Setting> {
  return Object.fromEntries(changes.map(({ path, to }) => [path, to ?? null]));
}

/** The first changed setting that would store the dots in the place of a secret, which are not its value. */
export function misplacedSecret(changes: readonly ConfigChange[]): string | undefined {
  return changes.find(({ to }) => JSON.stringify(to ?? null).includes(JSON.stringify(hiddenSecret)))?.path;
}

/** The same value with `replace` in the place of each secret, for code and for the list of changes. */
export function withoutSecrets(value: Setting, name: string, replace: (name: string) => unknown): unknown {
  if (isSecretName(name) && typeof value === "string") return replace(name);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, "", replace));
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key, withoutSecrets(below, key.split(".").at(-1) ?? key, replace)]),
  );
}

function isSecretName(name: string): boolean {
  return name === "clientSecret" || name === "password";
}

function isGroup(value: Setting): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(group: Group, name: string): Setting | undefined {
  return Object.hasOwn(group, name) ? group[name] : undefined;
}
