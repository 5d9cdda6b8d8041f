import type { AdminAppOptions, Metrics } from "../../kit";
import { stackAppInternals } from "../../kit/app/internals";
import { GatehouseAdminApp as KitAdminApp } from "../../kit/apps/admin-app";
import { type Host, realHost } from "../../kit/host/host";
import { AdminProject, adminProjectReads } from "../../kit/projects/admin-project";
import { withMethods, withRows } from "../../kit/rows/with-rows";
import { adminHooks } from "../hooks/admin-hooks";
import { hooksOf } from "../hooks/hook-of";
import type { AdminAppHooks, ReactAdminProject } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { withServerHooks } from "./server-hooks";

const AdminProjectWithHooks = /* @__PURE__ */ withRows(AdminProject, /* @__PURE__ */ hooksOf(adminProjectReads));

/** The app of a project's owner, with hooks beside its methods and those of the objects that it returns. */
export class GatehouseAdminApp
  extends /* @__PURE__ */ withMethods(/* @__PURE__ */ withServerHooks(KitAdminApp), adminHooks)
  implements AdminAppHooks
{
  declare getProject: () => Promise<ReactAdminProject>;

  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host);
    const { connection } = this;
    const { classOf } = connection;
    connection.classOf = <C>(kitClass: C) =>
      (kitClass === AdminProject ? AdminProjectWithHooks : classOf(kitClass)) as C;
  }

  override useProject<Options extends ViewOptions>(options?: Options): Viewed<ReactAdminProject, Options> {
    return useView(this, projectOptions(this), options) as Viewed<ReactAdminProject, Options>;
  }

  /** For code that was written for the reference. */
  override get [stackAppInternals]() {
    return {
      ...super[stackAppInternals],
      useMetrics: (includeAnonymous = false): Metrics => this.useMetrics({ includeAnonymous }),
    };
  }
}
