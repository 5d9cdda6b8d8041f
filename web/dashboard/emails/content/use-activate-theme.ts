import { useMutation } from "@tanstack/react-query";
import type { EmailTheme } from "../../../kit/emails/content";
import { describeFailure } from "../../../react/errors/describe-failure";
import { useToast } from "../../../ui/overlays/toast";
import { useSaveConfig } from "../../forms/use-config";
import { useTranslation } from "../../translation/use-translation";

/** Makes a theme the active one, in which emails come that choose no other. */
export function useActivateTheme() {
  const t = useTranslation();
  const toast = useToast();
  const saveConfig = useSaveConfig();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: EmailTheme) => saveConfig({ "emails.selectedThemeId": id }),
    onSuccess: (_, { displayName }) =>
      toast({ tone: "success", message: t("{theme} is the active theme.", { theme: displayName }) }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  return { run: mutate, isPending, theme: variables };
}
