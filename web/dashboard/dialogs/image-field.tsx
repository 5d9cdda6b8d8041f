import { type Ref, useRef, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { controlClasses, Field, type FieldWording } from "../../ui/forms/field";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** The props of a field with more than one control, which a form holds by its `Controller`. */
export type ControlledFieldProps = FieldWording & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Of a project: a setting, whose text may be this long. */
export const logo = { maxFileSize: 140, placeholder: "https://example.com/logo.png" };

const types = ["image/png", "image/jpeg", "image/webp", "image/gif"];

export type ImageFieldProps = ControlledFieldProps & {
  /** Limits what is uploaded, in kilobytes. */
  maxFileSize: number;
  placeholder: string;
};

/** The address of an image, or an uploaded one as a data: URL; empty for none. */
export function ImageField({
  value,
  onChange,
  onBlur,
  name,
  ref,
  error,
  maxFileSize,
  placeholder,
  ...wording
}: ImageFieldProps) {
  const t = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const isUpload = value.startsWith("data:");

  async function read(chosen: File | undefined) {
    if (!chosen) return;
    const isTaken = types.includes(chosen.type) && chosen.size <= maxFileSize * 1000;
    setRefusal(
      isTaken ? undefined : t("Choose a PNG, JPEG, WebP or GIF image of at most {size} KB.", { size: maxFileSize }),
    );
    if (isTaken) onChange(await dataUrlOf(chosen));
  }

  return (
    <Field {...wording} error={error ?? refusal}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            ref={ref}
            name={name}
            type="text"
            inputMode="url"
            spellCheck={false}
            placeholder={placeholder}
            readOnly={isUpload}
            value={isUpload ? t("Uploaded image") : value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className={classNames(controlClasses, "min-w-0")}
          />
          <input
            ref={file}
            type="file"
            hidden
            accept={types.join()}
            aria-label={t("File: {label}", { label: wording.label })}
            onChange={(event) => {
              void read(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          {isUpload ? (
            <Button variant="secondary" onClick={() => onChange("")}>
              {t("Remove")}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => file.current?.click()}>
              {t("Upload")}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
