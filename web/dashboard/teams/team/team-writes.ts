import { useWrites } from "../../code/use-writes";
import { useTranslation } from "../../translation/use-translation";

/** Functions that change a team and show the change as code. */
export function useTeamWrites({ id }: { readonly id: string }) {
  const t = useTranslation();
  return useWrites(t("Change the team"), `const team = await serverApp.getTeam(${JSON.stringify(id)});`);
}
