import { mutationOptions } from "@tanstack/react-query";
import type { AdminOwnedProject } from "../../kit";
import type { AppearanceOverride } from "./appearance-form";

export function saveAppearanceOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: (override: AppearanceOverride) => project.updateConfig(override),
  });
}
