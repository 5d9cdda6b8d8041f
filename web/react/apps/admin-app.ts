import type { AdminAppOptions, Metrics } from "../../kit";
import { stackAppInternals } from "../../kit/app/internals";
import { GatehouseAdminApp as KitAdminApp } from "../../kit/apps/admin-app";
import { type Host, realHost } from "../../kit/host/host";
import { AdminProject } from "../../kit/projects/admin-project";
import { withMethods, withRows } from "../../kit/rows/with-rows";
import { type AdminHooks, adminHooks } from "../hooks/admin-hooks";
import { hookOf } from "../hooks/hook-of";
import type { AdminAppHooks, AdminProjectHooks, ReactAdminProject } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { withServerHooks } from "./server-hooks";

const projectHooks: AdminProjectHooks = /* @__PURE__ */ (() => ({
  useConfig: hookOf(AdminProject.prototype.getConfig),
  useProductionModeErrors: hookOf(AdminProject.prototype.getProductionModeErrors),
}))();

const AdminProjectWithHooks = /* @__PURE__ */ withRows(AdminProject, projectHooks);

interface Hooks extends AdminHooks {}

const hooks: Hooks = adminHooks;

/** The app of a project's owner, with hooks beside its methods and those of the objects that it returns. */
export class GatehouseAdminApp
  extends /* @__PURE__ */ withMethods(/* @__PURE__ */ withServerHooks(KitAdminApp), hooks)
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
