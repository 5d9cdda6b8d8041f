import { useWrites } from "../../code/use-writes";
import { useTranslation } from "../../translation/use-translation";

/** Functions that change a user and show the change as code. */
export function useUserWrites({ id }: { readonly id: string }) {
  const t = useTranslation();
  return useWrites(t("Change the user"), `const user = await serverApp.getUser(${JSON.stringify(id)});`);
}
