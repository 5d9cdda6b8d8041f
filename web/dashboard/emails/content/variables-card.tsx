import { useEffect, useState } from "react";
import type { Json } from "../../../kit";
import { Button } from "../../../ui/buttons/button";
import { Switch } from "../../../ui/forms/switch";
import { TextField } from "../../../ui/forms/text-field";
import { Card, CardFooter } from "../../../ui/layout/card";
import { useTranslation } from "../../translation/use-translation";

type Reader = Pick<typeof import("../../editor/loaded"), "previewVariables" | "withPreviewValues">;

/** The values of variables that differ from those in the source. */
export type VariableValues = Readonly<Record<string, Json>>;

/** The reader of variables, loaded once a template is shown; undefined until then. */
export function useVariableReader(isNeeded: boolean): Reader | undefined {
  const [reader, setReader] = useState<Reader>();
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    // Without it the email is previewed with the values of its source.
    import("../../editor/loaded").then((loaded) => isGone || setReader(loaded)).catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return reader;
}

interface VariablesCardProps {
  reader: Reader | undefined;
  source: string;
  values: VariableValues;
  onChange: (values: VariableValues) => void;
  /** Writes the values into the source. */
  onKeep: () => void;
}

/** A form for the values that the variables of a template have in the preview. */
export function VariablesCard({ reader, source, values, onChange, onKeep }: VariablesCardProps) {
  const t = useTranslation();
  const variables = reader?.previewVariables(source);
  const hasOwn = variables?.some(({ name }) => Object.hasOwn(values, name));
  return (
    <Card
      title={t("Variables")}
      description={t("The values in the preview. The email that is sent has those of your app.")}
    >
      <div className="flex flex-col gap-4">
        {variables?.length === 0 && (
          <p className="text-sm text-ink-soft">
            {t("The source has no values for the preview. Give it some with {code}.", {
              code: "EmailTemplate.PreviewVariables = { … }",
            })}
          </p>
        )}
        {variables && <VariableFields variables={variables} values={values} onChange={onChange} />}
      </div>
      {hasOwn && (
        <CardFooter>
          <Button variant="secondary" size="small" onClick={() => onChange({})}>
            {t("Reset values")}
          </Button>
          <Button variant="secondary" size="small" onClick={onKeep}>
            {t("Write into the source")}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

interface VariableFieldsProps {
  variables: ReturnType<Reader["previewVariables"]>;
  values: VariableValues;
  onChange: (values: VariableValues) => void;
}

/** A field for each variable, of the kind that its value in the source has. */
export function VariableFields({ variables, values, onChange }: VariableFieldsProps) {
  return variables.map(({ name, value }) => (
    <VariableField
      key={name}
      name={name}
      example={value}
      value={Object.hasOwn(values, name) ? (values[name] ?? null) : value}
      onChange={(changed) => onChange({ ...values, [name]: changed })}
    />
  ));
}

interface VariableFieldProps {
  name: string;
  /** The value in the source, which tells the type. */
  example: Json;
  value: Json;
  onChange: (value: Json) => void;
}

function VariableField({ name, example, value, onChange }: VariableFieldProps) {
  if (typeof example === "boolean") {
    return <Switch label={name} isOn={value === true} onSwitch={onChange} />;
  }
  if (typeof example === "number") {
    return (
      <TextField
        label={name}
        type="number"
        step="any"
        value={String(value)}
        onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(target.valueAsNumber)}
      />
    );
  }
  if (typeof example === "string") {
    return <TextField label={name} value={String(value)} onChange={({ target }) => onChange(target.value)} />;
  }
  return <JsonVariable name={name} value={value} onChange={onChange} />;
}

/** A list or an object, as JSON. */
function JsonVariable({ name, value, onChange }: { name: string; value: Json; onChange: (value: Json) => void }) {
  const t = useTranslation();
  const [text, setText] = useState(() => JSON.stringify(value));
  const parsed = parse(text);
  return (
    <TextField
      label={name}
      className="font-mono"
      spellCheck={false}
      value={text}
      error={parsed ? undefined : t("This is not JSON.")}
      onChange={({ target }) => {
        setText(target.value);
        const changed = parse(target.value);
        if (changed) onChange(changed.value);
      }}
    />
  );
}

function parse(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}
