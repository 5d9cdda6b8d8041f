import type {
  AuditEventPage,
  InternalApiKey,
  ListAuditEventsOptions,
  ListTransactionsOptions,
  Metrics,
  MetricsOptions,
  PermissionDefinition,
  StripeAccountInfo,
  TransactionPage,
} from "../../kit";
import { GatehouseAdminApp as KitAdminApp } from "../../kit/admin/admin-app";
import { stackAppInternals } from "../../kit/app/internals";
import type { Operation } from "../../kit/operations/operation";
import { withMethods } from "../../kit/operations/with-methods";
import { AdminProject } from "../../kit/projects/admin-project";
import { type EmailHooks, emailHooks } from "../hooks/email-hooks";
import type { AdminAppHooks, AdminProjectHooks, ReactAdminProject } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { readThrough } from "../queries/read-through";
import {
  auditEventOptions,
  configOptions,
  internalApiKeyOptions,
  metricsOptions,
  permissionDefinitionOptions,
  productionModeErrorOptions,
  stripeAccountOptions,
  svixTokenOptions,
  transactionOptions,
} from "../queries/server-queries";
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

interface Hooks extends EmailHooks {}

const hooks: Hooks = emailHooks;

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

  override listInternalApiKeys(): Promise<InternalApiKey[]> {
    return readThrough(this, internalApiKeyOptions(this), () => super.listInternalApiKeys());
  }

  override listTeamPermissionDefinitions(): Promise<PermissionDefinition[]> {
    const read = () => super.listTeamPermissionDefinitions();
    return readThrough(this, permissionDefinitionOptions(this, "team"), read);
  }

  override listProjectPermissionDefinitions(): Promise<PermissionDefinition[]> {
    const read = () => super.listProjectPermissionDefinitions();
    return readThrough(this, permissionDefinitionOptions(this, "project"), read);
  }

  override listAuditEvents(options?: ListAuditEventsOptions): Promise<AuditEventPage> {
    return readThrough(this, auditEventOptions(this, options), () => super.listAuditEvents(options));
  }

  override getStripeAccountInfo(): Promise<StripeAccountInfo | null> {
    return readThrough(this, stripeAccountOptions(this), () => super.getStripeAccountInfo());
  }

  override listTransactions(options?: ListTransactionsOptions): Promise<TransactionPage> {
    return readThrough(this, transactionOptions(this, options), () => super.listTransactions(options));
  }

  override getMetrics(options?: MetricsOptions): Promise<Metrics> {
    return readThrough(this, metricsOptions(this, options), () => super.getMetrics(options));
  }

  override getSvixToken(): Promise<string> {
    return readThrough(this, svixTokenOptions(this), () => super.getSvixToken());
  }

  override useProject<Options extends ViewOptions>(options?: Options): Viewed<ReactAdminProject, Options> {
    return useView(this, projectOptions(this), options) as Viewed<ReactAdminProject, Options>;
  }

  useInternalApiKeys<Options extends ViewOptions>(options?: Options): Viewed<InternalApiKey[], Options> {
    return useView(this, internalApiKeyOptions(this), options);
  }

  useTeamPermissionDefinitions<Options extends ViewOptions>(
    options?: Options,
  ): Viewed<PermissionDefinition[], Options> {
    return useView(this, permissionDefinitionOptions(this, "team"), options);
  }

  useProjectPermissionDefinitions<Options extends ViewOptions>(
    options?: Options,
  ): Viewed<PermissionDefinition[], Options> {
    return useView(this, permissionDefinitionOptions(this, "project"), options);
  }

  useAuditEvents<Options extends ListAuditEventsOptions & ViewOptions>(
    options?: Options,
  ): Viewed<AuditEventPage, Options> {
    return useView(this, auditEventOptions(this, options), options);
  }

  useStripeAccountInfo<Options extends ViewOptions>(options?: Options): Viewed<StripeAccountInfo | null, Options> {
    return useView(this, stripeAccountOptions(this), options);
  }

  useTransactions<Options extends ListTransactionsOptions & ViewOptions>(
    options?: Options,
  ): Viewed<TransactionPage, Options> {
    return useView(this, transactionOptions(this, options), options);
  }

  useMetrics<Options extends MetricsOptions & ViewOptions>(options?: Options): Viewed<Metrics, Options> {
    return useView(this, metricsOptions(this, options), options);
  }

  useSvixToken<Options extends ViewOptions>(options?: Options): Viewed<string, Options> {
    return useView(this, svixTokenOptions(this), options);
  }

  /** For code that was written for the reference. */
  override get [stackAppInternals]() {
    return {
      ...super[stackAppInternals],
      useMetrics: (includeAnonymous = false): Metrics => this.useMetrics({ includeAnonymous }),
    };
  }
}
