import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import SlidersIcon from "lucide-react/icons/sliders-horizontal";
import { useOwnedProject } from "../projects/use-owned-projects";
import { loadSectionTexts } from "../translation/load-translation";
import { type Translate, useTranslation } from "../translation/use-translation";
import type { CommandGroup } from "./ranking";

/** The settings of users' accounts, each of which opens its place. They are loaded before a search wants them. */
export function useSettingCommands(query: string): CommandGroup {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  const { data: settingsOf } = useQuery({
    queryKey: ["dashboard-settings", t.language],
    queryFn: loadSettings,
    staleTime: Infinity,
  });
  const settings = query === "" ? [] : (settingsOf?.(t) ?? []);
  const commands = settings.map(({ part, path, label, detail, words }) => ({
    id: path,
    label,
    detail,
    alias: words.split(",")[0],
    keywords: words,
    icon: SlidersIcon,
    run: () =>
      void navigate({
        to: "/projects/$projectId/sign-in-methods",
        params: { projectId },
        search: part === "methods" ? {} : { part },
        hash: path,
      }),
  }));
  return { heading: t("Settings"), commands };
}

async function loadSettings() {
  const [{ foundSettings }] = await Promise.all([
    import("../sign-in-methods/method-cards"),
    loadSectionTexts("sign-in-methods"),
  ]);
  return (t: Translate) => foundSettings(t);
}
