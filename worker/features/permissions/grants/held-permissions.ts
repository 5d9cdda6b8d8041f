import type { Project } from "../../../db/projects/project";
import { byPermissionId, expansionIn, isDefined, type PermissionScope } from "../definitions";

/** What of the held permissions is asked for. */
interface HeldFilter {
  /** Also what the granted permissions contain. */
  isRecursive: boolean;
  /** This permission alone, however it is held. */
  permissionId?: string | undefined;
}

/**
 * What direct grants come to: a row for each permission that a holder has, once and in the order of ids. Grants of what
 * is not defined in the scope count for nothing.
 *
 * @param grants rows in the order of their holders
 * @param holderOf a key that the rows of one holder share
 */
export function heldPermissions<Grant extends { permissionId: string }>(
  project: Project,
  scope: PermissionScope,
  grants: readonly Grant[],
  holderOf: (grant: Grant) => string,
  { isRecursive, permissionId: wanted }: HeldFilter,
): Grant[] {
  const expanded = expansionIn(project, scope);
  const held = (ids: string[]) =>
    isRecursive ? [...expanded(ids)] : ids.filter((id) => isDefined(project, id, scope));
  return [...Map.groupBy(grants, holderOf).values()].flatMap((ofHolder) => {
    const ids = held(ofHolder.map(({ permissionId }) => permissionId))
      .filter((id) => wanted === undefined || id === wanted)
      .sort(byPermissionId);
    return ofHolder.slice(0, 1).flatMap((grant) => ids.map((permissionId) => ({ ...grant, permissionId })));
  });
}
