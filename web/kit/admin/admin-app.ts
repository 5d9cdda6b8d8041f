import {
  type AdminAppOptions,
  publishableClientKeyOf,
  secretServerKeyOf,
  superSecretAdminKeyOf,
} from "../connection/app-options";
import type { Keys } from "../connection/connection";
import { Fault } from "../errors/fault";
import { type Host, realHost } from "../host/host";
import { type EmailContent, emailContent } from "../operations/email-content";
import { type EmailDelivery, emailDelivery } from "../operations/email-delivery";
import { type Operation, run } from "../operations/operation";
import { withMethods } from "../operations/with-methods";
import type { TestModePurchaseOptions } from "../payments/purchases";
import { changeQuantity, type ItemQuantityChangeOptions } from "../payments/server-item";
import {
  createStripeWidgetAccountSession,
  getStripeAccountInfo,
  type StripeAccountInfo,
  setupPayments,
} from "../payments/stripe-account";
import { type ListTransactionsOptions, listTransactions, type TransactionPage } from "../payments/transactions";
import { AdminProject } from "../projects/admin-project";
import {
  type AuditEventPage,
  type ExportAuditEventsOptions,
  exportAuditEvents,
  type ListAuditEventsOptions,
  listAuditEvents,
} from "../projects/audit-events";
import {
  InternalApiKey,
  type InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from "../projects/internal-api-key";
import { getMetrics, type Metrics, type MetricsOptions } from "../projects/metrics";
import {
  createPermissionDefinition,
  deletePermissionDefinition,
  listPermissionDefinitions,
  type PermissionDefinition,
  type PermissionDefinitionCreateOptions,
  type PermissionDefinitionUpdateOptions,
  updatePermissionDefinition,
} from "../projects/permission-definitions";
import { getUsage, type Usage } from "../projects/usage";
import type { Caller } from "../requests/caller";
import { GatehouseServerApp } from "../server/server-app";

interface Methods extends EmailContent, EmailDelivery {}

// In one call, so that bundlers can leave it out: they take a spread for an effect.
const methods: Methods = /* @__PURE__ */ (() => ({ ...emailContent, ...emailDelivery }))();

/** The app of a project's owner. Needs the super secret admin key, or the session of an owner. */
export class GatehouseAdminApp extends /* @__PURE__ */ withMethods(GatehouseServerApp, methods) {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: AdminAppOptions);
  /** @internal */
  constructor(options: AdminAppOptions, host: Host);
  constructor(options: AdminAppOptions, host: Host = realHost) {
    super(options, host, adminKeys(options));
  }

  /** @internal */
  perform<Args extends readonly unknown[], R>(operation: Operation<Args, R>, args: Args): Promise<R> {
    return run(this.connection.caller(operation.tier), operation, args);
  }

  /** The project with all its settings. */
  override async getProject(): Promise<AdminProject> {
    const project = await this.#caller.read("GET /internal/projects/current");
    if (project.id !== this.projectId) {
      throw new Fault(`The app is of the project ${this.projectId}, but got the project ${project.id}`);
    }
    return new AdminProject(project, this.#caller, this.connection);
  }

  /** Every set of project keys, newest first, also those that no longer work. */
  async listInternalApiKeys(): Promise<InternalApiKey[]> {
    const { items } = await this.#caller.read("GET /internal/api-keys");
    return items.map((key) => new InternalApiKey(key, this.#caller));
  }

  /** Makes a set of project keys. This is the only time that they can be read. */
  async createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView> {
    const body = {
      description: options.description,
      expires_at_millis: options.expiresAt.getTime(),
      has_publishable_client_key: options.hasPublishableClientKey,
      has_secret_server_key: options.hasSecretServerKey,
      has_super_secret_admin_key: options.hasSuperSecretAdminKey,
    };
    return new InternalApiKeyFirstView(await this.#caller.write("POST /internal/api-keys", { body }), this.#caller);
  }

  /** The permissions that can be granted in a team. */
  listTeamPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return listPermissionDefinitions(this.#caller, "team");
  }

  /** Defines a permission that can be granted in a team. */
  createTeamPermissionDefinition(options: PermissionDefinitionCreateOptions): Promise<PermissionDefinition> {
    return createPermissionDefinition(this.#caller, "team", options);
  }

  /** Changes the given fields of a permission. */
  updateTeamPermissionDefinition(id: string, options: PermissionDefinitionUpdateOptions): Promise<void> {
    return updatePermissionDefinition(this.#caller, "team", id, options);
  }

  /** Deletes a permission, and revokes it from all users. */
  deleteTeamPermissionDefinition(id: string): Promise<void> {
    return deletePermissionDefinition(this.#caller, "team", id);
  }

  /** The permissions that can be granted in the project. */
  listProjectPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return listPermissionDefinitions(this.#caller, "project");
  }

  /** Defines a permission that can be granted in the project. */
  createProjectPermissionDefinition(options: PermissionDefinitionCreateOptions): Promise<PermissionDefinition> {
    return createPermissionDefinition(this.#caller, "project", options);
  }

  /** Changes the given fields of a permission. */
  updateProjectPermissionDefinition(id: string, options: PermissionDefinitionUpdateOptions): Promise<void> {
    return updatePermissionDefinition(this.#caller, "project", id, options);
  }

  /** Deletes a permission, and revokes it from all users. */
  deleteProjectPermissionDefinition(id: string): Promise<void> {
    return deletePermissionDefinition(this.#caller, "project", id);
  }

  /**
   * Adds to an item of a customer, or takes from it what there is.
   * @throws KnownError `ITEM_NOT_FOUND`, `ITEM_QUANTITY_INSUFFICIENT_AMOUNT`; Fault where no customer is named
   */
  async createItemQuantityChange(options: ItemQuantityChangeOptions): Promise<void> {
    await changeQuantity(this.#caller, options);
  }

  /** A token for a client of Svix, with which the project's webhooks are administered. */
  async getSvixToken(): Promise<string> {
    return (await this.#caller.write("POST /webhooks/svix-token", { body: {} })).token;
  }

  /**
   * Returns the address of a page of Stripe's, which works once and for minutes. There the owner fills in what an account needs.
   * The first call makes the account.
   */
  setupPayments(): Promise<{ url: string }> {
    return setupPayments(this.#caller);
  }

  /** Returns how far the project's account at Stripe is, as Stripe has it now; null where it has none. */
  getStripeAccountInfo(): Promise<StripeAccountInfo | null> {
    return getStripeAccountInfo(this.#caller);
  }

  /** The secret of a session for Stripe's embedded widgets, of the project's account alone. */
  createStripeWidgetAccountSession(): Promise<{ client_secret: string }> {
    return createStripeWidgetAccountSession(this.#caller);
  }

  /** A page of what customers have bought, and how their items were changed, newest first. */
  listTransactions(options: ListTransactionsOptions = {}): Promise<TransactionPage> {
    return listTransactions(this.#caller, options);
  }

  /** Makes a purchase for which no money moves. Everything else is as if it had been paid. */
  async testModePurchase({ fullCode, priceId, quantity }: TestModePurchaseOptions): Promise<void> {
    const body = { full_code: fullCode, price_id: priceId, quantity };
    await this.#caller.write("POST /internal/payments/test-mode-purchase-session", { body });
  }

  /** Returns how many users the project has, how active they are, from where and how they sign in. */
  getMetrics(options: MetricsOptions = {}): Promise<Metrics> {
    return getMetrics(this.#caller, options);
  }

  /** Returns what the project stores, and what it may. */
  getUsage(): Promise<Usage> {
    return getUsage(this.#caller);
  }

  /** A page of what was done in the project, by whom and from where, newest first. */
  listAuditEvents(options: ListAuditEventsOptions = {}): Promise<AuditEventPage> {
    return listAuditEvents(this.#caller, options);
  }

  /**
   * Reads what was done in the project as lines of JSON, newest first, with the names of the API: an event a line. Each text has as
   * many of them as one response, which is 40,000 at most.
   */
  exportAuditEvents(options: ExportAuditEventsOptions = {}): AsyncGenerator<string, void> {
    return exportAuditEvents(this.#caller, options);
  }

  get #caller(): Caller<"admin"> {
    return this.connection.caller("admin");
  }
}

function adminKeys(options: AdminAppOptions): Keys {
  if (options.projectOwnerSession !== undefined) {
    return {
      publishableClientKey: null,
      secretServerKey: null,
      superSecretAdminKey: null,
      ownerSession: options.projectOwnerSession,
    };
  }
  return {
    publishableClientKey: publishableClientKeyOf(options),
    secretServerKey: secretServerKeyOf(options),
    superSecretAdminKey: superSecretAdminKeyOf(options),
    ownerSession: null,
  };
}
