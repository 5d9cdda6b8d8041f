import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { AdminOwnedProject } from "../../kit";
import { useApp, useUser } from "../../react";
import { ownedProjectsOptions } from "./queries";

/** The projects of the signed-in owner; suspends while they are read. */
export function useOwnedProjects(): AdminOwnedProject[] {
  const app = useApp({ projectIdMustMatch: "internal" });
  const owner = useUser({ or: "redirect" });
  return useSuspenseQuery(ownedProjectsOptions(app, owner.id, useQueryClient())).data;
}

/** The project whose pages are shown. */
export const OwnedProjectContext = createContext<AdminOwnedProject | undefined>(undefined);

export function useOwnedProject(): AdminOwnedProject {
  const project = useContext(OwnedProjectContext);
  if (!project) throw new Error("useOwnedProject must be used within a ProjectShell.");
  return project;
}
