import type { Project } from "../../../db/projects/project";
import { lazyModule } from "../../../platform/lazy-module";
import type { Tools } from "../../../platform/tools";
import type { Deferring } from "../../../protocol/handler";
import type { FailedSignIn, FailureReason } from "./failed-sign-ins";
import type { SignInMethod } from "./issue-session";

const recording = lazyModule(() => import("./failed-sign-ins"));

/** Records after the response why a user could not sign in: the response takes as long as without a user. */
export function noteFailedSignIn(
  { db, limits, sender, defer }: Pick<Tools, "db" | "limits" | "sender"> & Deferring,
  project: Project,
  failed: FailedSignIn,
): void {
  defer(async () => (await recording()).recordFailedSignIn({ db, limits, sender }, project, failed));
}

/**
 * Does what may refuse a user, and records the refusal after the response; `whose` is asked when there is one.
 *
 * @param reason where the error does not say it
 */
export async function noting<T>(
  tools: Parameters<typeof noteFailedSignIn>[0],
  project: Project,
  method: SignInMethod,
  { whose, work, reason }: { whose(): FailedSignIn["user"] | undefined; work(): Promise<T>; reason?: FailureReason },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const user = whose();
    if (user) noteFailedSignIn(tools, project, { user, method, reason: reason ?? error });
    throw error;
  }
}
