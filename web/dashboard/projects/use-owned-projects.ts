import { type UseSuspenseQueryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { AdminOwnedProject, GatehouseAdminApp } from "../../kit";
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

/** Returns what a query of the project reads; suspends while it is read. */
export function useRead<Args extends readonly unknown[], Data, Key extends readonly unknown[]>(
  options: (app: GatehouseAdminApp, ...args: Args) => UseSuspenseQueryOptions<Data, Error, Data, Key>,
  ...args: Args
): Data {
  return useSuspenseQuery(options(useOwnedProject().app, ...args)).data;
}
