import { isValidElement, type ReactElement, type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { describeFailure } from "../../react/errors/describe-failure";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { type FieldRow, Fields } from "../dialogs/fields";
import { useTranslation } from "../translation/use-translation";
import { refusedSetting, useConfig, useSaveConfig } from "./config";
import { type ConfigDocument, type Setting, settingAt } from "./config-document";
import { DurationField, durationText } from "./duration-field";
import { SaveBar } from "./save-bar";
import { type Seen, SeenHint, SettingPlace } from "./setting-place";

/** Describes a switch, which saves its setting at once. */
interface ConfigSwitchProps {
  /** Such as `auth.allowSignUp`. */
  path: string;
  label: string;
  hint?: string | undefined;
  seen: Seen;
  /** Lists other words and phrases that find it, with commas between them. */
  words?: string;
}

export interface SettingsCardProps {
  /** Names it in the address, for links to it. */
  id?: string;
  title: string;
  description?: ReactNode;
  /** Lists switches, what else stands among them, and below them the fields, which are saved together. */
  settings: readonly (CardSetting | ReactElement)[];
}

/** A setting of a card. */
export type CardSetting = ConfigField | ({ kind: "switch" } & ConfigSwitchProps);

/** A card with settings of the project's configuration. */
export function SettingsCard({ id, title, description, settings }: SettingsCardProps) {
  const fields = settings.filter((setting) => !isValidElement(setting) && setting.kind !== "switch");
  const card = (
    <Card title={title} description={description}>
      <div className="flex min-w-0 flex-col gap-5">
        {settings.map((setting) => {
          if (isValidElement(setting)) return setting;
          return setting.kind === "switch" && <ConfigSwitch key={setting.path} {...setting} />;
        })}
        {fields.length > 0 && <ConfigForm fields={fields as ConfigField[]} />}
      </div>
    </Card>
  );
  return id === undefined ? (
    card
  ) : (
    <div id={id} className="scroll-mt-6">
      {card}
    </div>
  );
}

/** Settings that are saved together. What the server refuses is shown at its field. */
function ConfigForm({ fields }: { fields: readonly ConfigField[] }) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const saved = valuesOf(useConfig(), fields);
  const form = useForm<ConfigValues>({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (typed) => {
      await save(overrideOf(fields, saved, typed));
      form.reset(typed);
      toast({ tone: "success", message: t("Your changes are saved.") });
    },
    explain: (error) => {
      const refused = refusedSetting(error);
      const index = fields.findIndex(({ path }) => path === refused?.path);
      return refused && index >= 0 ? { field: `fields.${index}` as const, message: refused.message } : undefined;
    },
  });

  function rowOf(field: ConfigField, index: number): FieldRow<ConfigValues> {
    const { label, hint, seen } = field;
    const named = { name: `fields.${index}` as const, label, hint: <SeenHint hint={hint} seen={seen} /> };
    if (field.kind === "choice") return { ...named, kind: "choice", options: field.options };
    const validate = (text: string) => {
      const { min, max } = problemOf(field, text) ?? {};
      if (min === undefined || max === undefined) return true;
      if (field.unit !== "minutes") return t("Enter a whole number from {min} to {max}.", { min, max });
      const [shortest, longest] = [durationText(min, t.language), durationText(max, t.language)];
      return t("Enter a duration from {min} to {max}, in whole minutes.", { min: shortest, max: longest });
    };
    if (field.unit === "minutes") return { ...named, kind: "own", field: DurationField, validate };
    const unit = field.unit === "days" ? ` (${t("days")})` : "";
    return { ...named, label: `${label}${unit}`, inputMode: "numeric", spellCheck: false, validate };
  }

  return (
    <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
      {fields.map((field, index) => (
        <SettingPlace key={field.path} path={field.path}>
          <Fields form={form} rows={[rowOf(field, index)]} />
        </SettingPlace>
      ))}
      <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
    </Form>
  );
}

/** A field of a settings form: where its value is in the configuration, and how a person enters it. */
export type ConfigField = {
  /** Such as `auth.sessions.idleMinutes`. */
  path: string;
  label: string;
  hint?: string;
  seen: Seen;
  /** Lists other words and phrases that find it, with commas between them. */
  words?: string;
} & (
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
  /** Empty for none, where that is allowed. */
  | { kind: "number"; min: number; max: number; isRequired?: boolean; unit?: "minutes" | "days" }
);

/** The values of a form's fields by their place in it: text, as it is typed. */
export type ConfigValues = { fields: string[] };

/** Returns what the fields show of a configuration. */
export function valuesOf(config: ConfigDocument, fields: readonly ConfigField[]): ConfigValues {
  return {
    fields: fields.map(({ path }) => {
      const setting = settingAt(config, path) ?? "";
      return typeof setting === "object" ? "" : String(setting);
    }),
  };
}

/** The changes of the configuration that lead from the saved values to the typed ones, by path. */
export function overrideOf(
  fields: readonly ConfigField[],
  saved: ConfigValues,
  typed: ConfigValues,
): Record<string, Setting> {
  const changed = fields.flatMap((field, index): [string, Setting][] => {
    const text = (typed.fields[index] ?? "").trim();
    return text === saved.fields[index] ? [] : [[field.path, settingOf(field, text)]];
  });
  return Object.fromEntries(changed);
}

function settingOf(field: ConfigField, text: string): Setting {
  if (text === "") return null;
  return field.kind === "number" ? Number(text) : text;
}

/** Says what is wrong with what was typed into a field: the smallest and the largest number it takes. */
export type FieldProblem = { min: number; max: number } | undefined;

/** Checks what the server would refuse of a number; everything else is for the server. */
export function problemOf(field: ConfigField, text: string): FieldProblem {
  if (field.kind !== "number") return undefined;
  const typed = text.trim();
  if (typed === "") return field.isRequired ? field : undefined;
  const number = Number(typed);
  return Number.isInteger(number) && number >= field.min && number <= field.max ? undefined : field;
}

/** A switch of one setting. It shows the new state at once, and the old one again, with the reason, where that is refused. */
export function ConfigSwitch({ path, label, hint, seen }: ConfigSwitchProps) {
  const { isOn, isBusy, change } = useConfigSwitch(path);
  return (
    <SettingPlace path={path}>
      <Switch
        label={label}
        hint={<SeenHint hint={hint} seen={seen} />}
        isOn={isOn}
        aria-busy={isBusy}
        onSwitch={(isOn) => void change(isOn)}
      />
    </SettingPlace>
  );
}

/** Returns the state of such a switch, and what changes it. */
export function useConfigSwitch(path: string) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const isSaved = settingAt(useConfig(), path) === true;
  const [wanted, setWanted] = useState<boolean>();

  async function change(isOn: boolean) {
    if (wanted !== undefined) return;
    setWanted(isOn);
    try {
      await save({ [path]: isOn });
    } catch (error) {
      toast({ tone: "danger", message: describeFailure(error, t) });
    } finally {
      setWanted(undefined);
    }
  }

  return { isOn: wanted ?? isSaved, isBusy: wanted !== undefined, change };
}
