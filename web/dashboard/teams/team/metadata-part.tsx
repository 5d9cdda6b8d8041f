import { useMutation } from "@tanstack/react-query";
import { MetadataForm } from "../../metadata/metadata-form";
import { useTranslation } from "../../translation/use-translation";
import { updateTeamOptions } from "../queries";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** Data that the app stores with the team. */
export default function MetadataPart({ team }: PartProps) {
  const t = useTranslation();
  const { mutateAsync: update } = useMutation(updateTeamOptions(team));
  const { write } = useTeamWrites(team);
  return (
    <MetadataForm
      of={team}
      description={t("Data that your app stores with the team, as JSON.")}
      hints={{
        clientMetadata: t("Members can read it; those who may update the team can change it."),
        clientReadOnlyMetadata: t("Members can read it; only you and your backend can change it."),
        serverMetadata: t("Only you and your backend see it."),
      }}
      onSave={(changes) => write({ call: ["team.update", changes], run: () => update(changes) })}
    />
  );
}
