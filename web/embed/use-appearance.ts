import { useEffect, useLayoutEffect, useState } from "react";
import type { GatehouseClientApp, Project } from "../kit";
import { useView } from "../react/hooks/use-view";
import { projectOptions } from "../react/queries/queries";
import { knownOverrides } from "../ui/translation/known-overrides";
import type { TranslationOverrides } from "../ui/translation/load-translation";
import { applyProjectTheme } from "./project-theme";

export type ProjectAppearance = Project["config"]["appearance"];

export type Appearance = {
  /** Is true if the elements wait for it, so that their look does not change after they have been shown. */
  readonly isPending: boolean;
  /** Holds what the project has set; undefined where it is not wanted, and where it cannot be loaded: the elements go without. */
  readonly project?: ProjectAppearance;
  readonly texts?: TranslationOverrides;
};

/** The look of the project, applied to all elements, and its own texts. Nothing is requested unless it is wanted. */
export function useAppearance(app: GatehouseClientApp, isWanted: boolean): Appearance {
  const { data, isPending } = useView(app, { ...projectOptions(app), enabled: isWanted }, { suspense: false });
  const project = isWanted ? data?.config.appearance : undefined;
  const texts = useKnownTexts(project);

  useLayoutEffect(() => {
    if (project) applyProjectTheme(project);
  }, [project]);

  return {
    isPending: isWanted && (isPending || (project !== undefined && texts === null)),
    project,
    texts: texts ?? undefined,
  };
}

/** The project's own texts that replace one of the pages; null while it is not known which. */
function useKnownTexts(project: ProjectAppearance | undefined): TranslationOverrides | undefined | null {
  const texts = project && Object.keys(project.texts).length > 0 ? project.texts : undefined;
  const [known, setKnown] = useState<{ of: object; texts?: TranslationOverrides }>();

  useEffect(() => {
    if (!texts) return;
    let isCurrent = true;
    const keep = (found?: TranslationOverrides) => isCurrent && setKnown({ of: texts, texts: found });
    // Without them the pages show their own texts.
    knownOverrides(texts).then(keep, () => keep());
    return () => {
      isCurrent = false;
    };
  }, [texts]);

  if (!texts) return undefined;
  return known?.of === texts ? known.texts : null;
}
