import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";

/** The kinds of partners, each with its paths. */
export const families = ["custom", "neon"] as const;

export type Family = (typeof families)[number];

/** Says why the link to a page cannot be used. */
export type LinkProblem = "invalid" | "expired" | "used";

/** Says what a link leads to, or why it cannot be used. */
export type Link<T> = { problem: LinkProblem } | { problem: null; data: T };

/** Reads what the code of a hand-over leads to. */
export function transferOptions(app: GatehouseClientApp, family: Family, code: string) {
  return linkOptions(app, ["integration-transfer", family, code], async () => {
    const key = `POST /integrations/${family}/projects/transfer/confirm/check` as const;
    const { project, integration } = await app[appInternals].caller("client").write(key, { body: { code } });
    return { projectName: project.display_name, partner: integration.name };
  });
}

/** Takes a project over into a team, or into a new one. Returns the project's id. */
export function confirmTransferOptions(app: GatehouseClientApp, family: Family, code: string) {
  return mutationOptions({
    mutationFn: async (teamId: string | undefined) => {
      const key = `POST /integrations/${family}/projects/transfer/confirm` as const;
      const body = { code, ...(teamId !== undefined && { team_id: teamId }) };
      return (await app[appInternals].caller("client").write(key, { body })).project_id;
    },
  });
}

/** Reads who asks for a key of a project. */
export function keyRequestOptions(app: GatehouseClientApp, family: Family, interactionUid: string) {
  return linkOptions(app, ["integration-key-request", family, interactionUid], async () => {
    const key = `POST /integrations/${family}/oauth/interaction/check` as const;
    const body = { interaction_uid: interactionUid };
    const response = await app[appInternals].caller("client").write(key, { body });
    const { integration, redirect_host, cancel_url } = response;
    return { partner: integration.name, host: redirect_host, cancelUrl: cancel_url };
  });
}

/** Gives a partner a key of a project. Returns the address to go on to. */
export function approveKeyOptions(app: GatehouseClientApp, family: Family, interactionUid: string) {
  return mutationOptions({
    mutationFn: async (projectId: string) => {
      const key = `POST /integrations/${family}/oauth/interaction/approve` as const;
      const body = { interaction_uid: interactionUid, project_id: projectId };
      return (await app[appInternals].caller("client").write(key, { body })).redirect_url;
    },
  });
}

/** Returns why a code was refused; undefined for errors that another attempt may not meet. */
export function linkProblem(error: unknown): LinkProblem | undefined {
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  // Another link to the project, which was not used itself, gets a 409 without a code.
  const isTaken = error instanceof RequestError && error.status === 409;
  if (isTaken || isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return isKnownError(error, "VERIFICATION_ERROR") ? "invalid" : undefined;
}

export type LinkOptions<T> = ReturnType<typeof linkOptions<T>>;

/** Read once: what a link leads to stays the same until the page itself changes it. */
function linkOptions<T>(app: GatehouseClientApp, key: readonly string[], read: () => Promise<T>) {
  return queryOptions({
    queryKey: [app.projectId, ...key],
    queryFn: async (): Promise<Link<T>> => {
      try {
        return { problem: null, data: await read() };
      } catch (error) {
        const problem = linkProblem(error);
        if (problem) return { problem };
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
