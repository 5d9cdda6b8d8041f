import { type Ref, useId, useMemo } from "react";
import { Controller, useForm } from "react-hook-form";
import type { Json } from "../../kit/index";
import { FormCard } from "../../react/forms/form-card";
import { UnsavedChanges } from "../dialogs/form-dialog";
import { CodeEditor, type CodeEditorHandle } from "../editor/code-editor";
import { readableJson } from "../files/readable-json";
import { useTranslation } from "../translation/use-translation";

const names = ["clientMetadata", "clientReadOnlyMetadata", "serverMetadata"] as const;

type MetadataName = (typeof names)[number];

/** The metadata that an edit changed. */
export type MetadataChanges = { readonly [Name in MetadataName]?: Json };

interface MetadataFormProps {
  of: Readonly<Record<MetadataName, Json>>;
  description: string;
  /** Says who reads and who changes each. */
  hints: Readonly<Record<MetadataName, string>>;
  onSave: (changes: MetadataChanges) => Promise<unknown>;
}

/** Data that the app stores with a user or a team, as JSON. */
export function MetadataForm({ of, description, hints, onSave }: MetadataFormProps) {
  const t = useTranslation();
  const labels = {
    clientMetadata: t("Client metadata"),
    clientReadOnlyMetadata: t("Client read-only metadata"),
    serverMetadata: t("Server metadata"),
  };
  const form = useForm<Record<MetadataName, string>>({
    mode: "onTouched",
    values: {
      clientMetadata: metadataText(of.clientMetadata),
      clientReadOnlyMetadata: metadataText(of.clientReadOnlyMetadata),
      serverMetadata: metadataText(of.serverMetadata),
    },
  });
  const { control, formState } = form;

  function checkMetadata(text: string): string | true {
    const problem = jsonProblem(text);
    if (problem === null) return true;
    return problem.line === undefined
      ? t("This is not JSON: {problem}.", { problem: problem.message })
      : t("This is not JSON, in line {line}: {problem}.", { line: problem.line, problem: problem.message });
  }

  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Metadata")}
        description={description}
        savedMessage={t("Metadata saved.")}
        onSave={(texts) => {
          // Only edited fields are sent: the app may have changed the others in the meantime.
          const edited = names.filter((name) => formState.dirtyFields[name]);
          return onSave(Object.fromEntries(edited.map((name) => [name, parseMetadata(texts[name])])));
        }}
      >
        {names.map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            rules={{ validate: checkMetadata }}
            render={({ field, fieldState: { error } }) => (
              <JsonField
                label={labels[name]}
                hint={hints[name]}
                error={error?.message}
                errorLine={error && jsonProblem(field.value)?.line}
                {...field}
              />
            )}
          />
        ))}
      </FormCard>
    </>
  );
}

/** Metadata as text to edit; null becomes an empty text. */
export function metadataText(metadata: Json): string {
  return metadata === null ? "" : readableJson(metadata);
}

/** Reads edited metadata. @throws SyntaxError for text of which `jsonProblem` finds something */
export function parseMetadata(text: string): Json {
  return text.trim() === "" ? null : JSON.parse(text);
}

/** Returns why a text is not JSON, and in which line, where the browser says it; null for JSON. */
export function jsonProblem(text: string): { message: string; line: number | undefined } | null {
  try {
    parseMetadata(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: message.replace(/\.$/, ""), line: lineIn(message, text) };
  }
}

/** Browsers name a line, a position, or for a text that ends too early neither. */
function lineIn(message: string, text: string): number | undefined {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
  return /unexpected end/i.test(message) ? text.split("\n").length : undefined;
}

interface JsonFieldProps {
  ref?: Ref<CodeEditorHandle>;
  label: string;
  hint: string;
  error?: string | undefined;
  /** Says where the error is, if it is at a line. */
  errorLine?: number | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A field of a form for JSON, with a label and below it the error or else the hint. */
export function JsonField({ ref, label, hint, error, errorLine, value, onChange, onBlur }: JsonFieldProps) {
  const id = useId();
  const problems = useMemo(
    () => (error === undefined || errorLine === undefined ? [] : [{ line: errorLine, message: error }]),
    [error, errorLine],
  );
  return (
    <div className="flex flex-col gap-1.5">
      {/* The editor is no element of a form, so its name stands in an attribute. */}
      <p aria-hidden="true" className="text-sm font-medium text-ink">
        {label}
      </p>
      <CodeEditor
        ref={ref}
        label={label}
        language="json"
        indents={false}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        problems={problems}
        isInvalid={error !== undefined}
        describedBy={id}
        className="h-40"
      />
      <p id={id} className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-soft"}>
        {error || hint}
      </p>
    </div>
  );
}
