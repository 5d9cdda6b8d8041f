import { useMutation } from "@tanstack/react-query";
import { MetadataForm } from "../../metadata/metadata-form";
import { useTranslation } from "../../translation/use-translation";
import { updateUserOptions } from "../queries";
import type { PartProps } from "./parts";
import { useUserWrites } from "./user-writes";

/** Data that the app stores with the user. */
export default function MetadataPart({ user }: PartProps) {
  const t = useTranslation();
  const { mutateAsync: update } = useMutation(updateUserOptions(user));
  const { write } = useUserWrites(user);
  return (
    <MetadataForm
      of={user}
      description={t("Data that your app stores with the user, as JSON.")}
      hints={{
        clientMetadata: t("The user can read and change it."),
        clientReadOnlyMetadata: t("The user can read it; only you and your backend can change it."),
        serverMetadata: t("Only you and your backend see it."),
      }}
      onSave={(changes) => write({ call: ["user.update", changes], run: () => update(changes) })}
    />
  );
}
