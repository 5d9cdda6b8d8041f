import type { Metrics } from "../../kit";
import { GatehouseAdminApp as KitAdminApp } from "../../kit/admin/admin-app";
import { stackAppInternals } from "../../kit/app/internals";
import type { Operation } from "../../kit/operations/operation";
import { withMethods } from "../../kit/operations/with-methods";
import { AdminProject } from "../../kit/projects/admin-project";
import { type AdminHooks, adminHooks } from "../hooks/admin-hooks";
import type { AdminAppHooks, AdminProjectHooks, ReactAdminProject } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { configOptions, productionModeErrorOptions } from "../queries/server-queries";
import { performThroughCache } from "../queries/view-of";
import { addMethods } from "./object-hooks";
import { fillCacheBy, type Reads, useAppOf } from "./object-reads";
import { withServerHooks } from "./server-hooks";

const projectHooks: AdminProjectHooks & ThisType<ReactAdminProject> = {
  useConfig(options) {
    const app = useAppOf(this);
    return useView(app, configOptions(app, this), options);
  },
  useProductionModeErrors(options) {
    const app = useAppOf(this);
    return useView(app, productionModeErrorOptions(app, this), options);
  },
};

const projectReads: Reads<AdminProject> = {
  getConfig: configOptions,
  getProductionModeErrors: productionModeErrorOptions,
};

interface Hooks extends AdminHooks {}

const hooks: Hooks = adminHooks;

/** The app of a project's owner, with hooks beside its methods and those of the objects that it returns. */
export class GatehouseAdminApp
  extends /* @__PURE__ */ withMethods(/* @__PURE__ */ withServerHooks(KitAdminApp), hooks)
  implements AdminAppHooks
{
  /** @internal */
  override perform<Args extends readonly unknown[], R>(operation: Operation<Args, R>, args: Args): Promise<R> {
    return performThroughCache(this, operation, args);
  }

  override async getProject(): Promise<ReactAdminProject> {
    addMethods(AdminProject.prototype, projectHooks);
    fillCacheBy(AdminProject.prototype, projectReads);
    return (await super.getProject()) as ReactAdminProject;
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
