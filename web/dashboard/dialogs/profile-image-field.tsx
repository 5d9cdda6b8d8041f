import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import type { FieldWording } from "../../ui/forms/field";
import { useTranslation } from "../translation/use-translation";
import { ImageField } from "./image-field";

/** The image of a user or a team, which a form holds as `profileImageUrl`; empty for none. */
export function ProfileImageField<Values extends FieldValues & { profileImageUrl: string }>({
  control,
  ...wording
}: FieldWording & { control: Control<Values> }) {
  const t = useTranslation();
  const { field, fieldState } = useController({
    control,
    name: "profileImageUrl" as Path<Values>,
    rules: {
      validate: (address: string) =>
        isImageAddress(address.trim()) || t("Enter the whole address of an image, beginning with https://."),
    },
  });
  // The API stores what is uploaded, up to a million characters of its text form.
  return (
    <ImageField {...wording} error={fieldState.error?.message} maxFileSize={700} placeholder="https://" {...field} />
  );
}

function isImageAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol ?? "";
  return address === "" || (["https:", "http:", "data:"].includes(protocol) && !/\s/.test(address));
}
