import type {
  AuditEventPage,
  EmailDraft,
  EmailPreviewOptions,
  EmailRecipientPage,
  EmailSend,
  EmailTemplate,
  EmailTheme,
  EmailThemeSource,
  InternalApiKey,
  ListAuditEventsOptions,
  ListEmailRecipientsOptions,
  ListTransactionsOptions,
  Metrics,
  MetricsOptions,
  PermissionDefinition,
  SentEmail,
  StripeAccountInfo,
  TransactionPage,
} from "../../kit";
import { GatehouseAdminApp as KitAdminApp } from "../../kit/admin/admin-app";
import { stackAppInternals } from "../../kit/app/internals";
import { AdminProject } from "../../kit/projects/admin-project";
import type { AdminAppHooks, AdminProjectHooks, ReactAdminProject } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { projectOptions } from "../queries/queries";
import { readThrough } from "../queries/read-through";
import {
  auditEventOptions,
  configOptions,
  emailDraftOptions,
  emailPreviewOptions,
  emailRecipientOptions,
  emailSendListOptions,
  emailSendOptions,
  emailTemplateOptions,
  emailThemeListOptions,
  emailThemeOptions,
  internalApiKeyOptions,
  metricsOptions,
  permissionDefinitionOptions,
  productionModeErrorOptions,
  sentEmailOptions,
  stripeAccountOptions,
  svixTokenOptions,
  transactionOptions,
} from "../queries/server-queries";
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

/** The app of a project's owner, with hooks beside its methods and those of the objects that it returns. */
export class GatehouseAdminApp extends /* @__PURE__ */ withServerHooks(KitAdminApp) implements AdminAppHooks {
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

  override listEmailThemes(): Promise<EmailTheme[]> {
    return readThrough(this, emailThemeListOptions(this), () => super.listEmailThemes());
  }

  override getEmailTheme(id: string): Promise<EmailThemeSource> {
    return readThrough(this, emailThemeOptions(this, id), () => super.getEmailTheme(id));
  }

  override listEmailTemplates(): Promise<EmailTemplate[]> {
    return readThrough(this, emailTemplateOptions(this), () => super.listEmailTemplates());
  }

  override listEmailDrafts(): Promise<EmailDraft[]> {
    return readThrough(this, emailDraftOptions(this), () => super.listEmailDrafts());
  }

  override getEmailPreview(options: EmailPreviewOptions): Promise<string> {
    return readThrough(this, emailPreviewOptions(this, options), () => super.getEmailPreview(options));
  }

  override listSentEmails(): Promise<SentEmail[]> {
    return readThrough(this, sentEmailOptions(this), () => super.listSentEmails());
  }

  override listEmailSends(): Promise<EmailSend[]> {
    return readThrough(this, emailSendListOptions(this), () => super.listEmailSends());
  }

  override getEmailSend(id: string): Promise<EmailSend> {
    return readThrough(this, emailSendOptions(this, id), () => super.getEmailSend(id));
  }

  override listEmailRecipients(sendId: string, options?: ListEmailRecipientsOptions): Promise<EmailRecipientPage> {
    const read = () => super.listEmailRecipients(sendId, options);
    return readThrough(this, emailRecipientOptions(this, sendId, options), read);
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

  useEmailThemes<Options extends ViewOptions>(options?: Options): Viewed<EmailTheme[], Options> {
    return useView(this, emailThemeListOptions(this), options);
  }

  useEmailTheme<Options extends ViewOptions>(id: string, options?: Options): Viewed<EmailThemeSource, Options> {
    return useView(this, emailThemeOptions(this, id), options);
  }

  useEmailTemplates<Options extends ViewOptions>(options?: Options): Viewed<EmailTemplate[], Options> {
    return useView(this, emailTemplateOptions(this), options);
  }

  useEmailDrafts<Options extends ViewOptions>(options?: Options): Viewed<EmailDraft[], Options> {
    return useView(this, emailDraftOptions(this), options);
  }

  useEmailPreview<Options extends EmailPreviewOptions & ViewOptions>(options: Options): Viewed<string, Options> {
    return useView(this, emailPreviewOptions(this, options), options);
  }

  useSentEmails<Options extends ViewOptions>(options?: Options): Viewed<SentEmail[], Options> {
    return useView(this, sentEmailOptions(this), options);
  }

  useEmailSends<Options extends ViewOptions>(options?: Options): Viewed<EmailSend[], Options> {
    return useView(this, emailSendListOptions(this), options);
  }

  useEmailSend<Options extends ViewOptions>(id: string, options?: Options): Viewed<EmailSend, Options> {
    return useView(this, emailSendOptions(this, id), options);
  }

  useEmailRecipients<Options extends ListEmailRecipientsOptions & ViewOptions>(
    sendId: string,
    options?: Options,
  ): Viewed<EmailRecipientPage, Options> {
    return useView(this, emailRecipientOptions(this, sendId, options), options);
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
