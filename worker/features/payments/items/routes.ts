import { selectMembership } from "../../../db/memberships/queries";
import { selectCustomer } from "../../../db/payments/customers";
import type { ItemKey } from "../../../db/payments/items/keys";
import { selectChangeByKey } from "../../../db/payments/items/queries";
import { batchByName, type Database, type Id } from "../../../platform/database";
import type { ParamsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { customerOf, requireCustomer } from "../customers";
import { isSameChange, makeChange } from "./change";
import * as contract from "./contract";
import { readLedger, requireItem, selectLedger } from "./ledger";
import { quantityAt } from "./quantity";
import { reportOf, selectHistory, timesOfReport } from "./usage";

export function itemRoutes(router: AppRouter) {
  router.route(contract.readItem, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => ({
      ...selectItem(db, { projectId, provenProjectId, params }),
      ...(userId &&
        params.customer_type === "team" && {
          membership: selectMembership(db, { projectId, teamId: params.customer_id.toLowerCase(), userId }),
        }),
    }),
    handle: ({ caller, params, found, fail }) => {
      const { project } = caller;
      const item = itemOf(project.id, params);
      const { displayName } = requireItem({ fail }, project.config, item);
      requireReadable({ fail }, caller, item, found.membership);
      const ledger = readLedger(project, item, requireCustomer({ fail }, item, found.customer), found);
      return { id: item.itemId, display_name: displayName, quantity: quantityAt(ledger.now, ledger) };
    },
  });

  router.route(contract.readUsage, {
    prefetch: ({ db, projectId, params }) => ({ customer: selectCustomer(db, customerOf(projectId, params)) }),
    handle: async ({ db, caller: { project }, params, query, found, fail }) => {
      const item = itemOf(project.id, params);
      requireItem({ fail }, project.config, item);
      const since = requireCustomer({ fail }, item, found.customer);
      const times = timesOfReport(query, Date.now()) ?? fail(contract.tooManyTimes);
      const history = await batchByName(db, selectHistory(db, item, times));
      return { items: reportOf(project, item, since, { times, history }), is_paginated: false as const };
    },
  });

  router.route(contract.updateQuantity, {
    prefetch: ({ db, projectId, provenProjectId, params, body }) => ({
      ...selectItem(db, { projectId, provenProjectId, params }),
      ...(body.idempotency_key !== undefined && {
        sameKey: selectChangeByKey(db, itemOf(provenProjectId, params), body.idempotency_key),
      }),
    }),
    handle: async ({ db, caller: { project }, params, query, body, found, fail }) => {
      const item = itemOf(project.id, params);
      const { lowBalanceThreshold: threshold } = requireItem({ fail }, project.config, item);
      const ledger = readLedger(project, item, requireCustomer({ fail }, item, found.customer), found);
      const change = {
        delta: body.delta,
        expiresAt: body.expires_at === undefined ? null : Date.parse(body.expires_at),
        description: body.description ?? null,
        idempotencyKey: body.idempotency_key ?? null,
      };
      const [before] = found.sameKey ?? [];
      const made =
        before ??
        (await makeChange({ db, fail }, { ...item, ...change }, ledger, {
          allowsNegative: query.allow_negative === "true",
          threshold,
        }));
      if (!made) {
        const { customerId: customer_id, itemId: item_id } = item;
        return fail("ITEM_QUANTITY_INSUFFICIENT_AMOUNT", { item_id, customer_id, quantity: body.delta });
      }
      return isSameChange(made, change) ? { id: made.id } : fail(contract.keyOfAnotherChange);
    },
  });
}

type ItemParams = ParamsOf<typeof contract.readItem>;

function itemOf<ProjectId>(projectId: ProjectId, params: ItemParams): ItemKey<ProjectId> {
  return { ...customerOf(projectId, params), itemId: params.item_id };
}

/** The statements by which an item and its customer are read. */
function selectItem(
  db: Database,
  { projectId, provenProjectId, params }: { projectId: string; provenProjectId: Id; params: ItemParams },
) {
  return {
    customer: selectCustomer(db, customerOf(projectId, params)),
    ...selectLedger(db, itemOf(provenProjectId, params)),
  };
}

/**
 * Where clients read no items but their own, a user reads those of theirs and of their teams. What is another's is answered
 * like what does not exist.
 */
function requireReadable(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "USER_NOT_FOUND" | "TEAM_NOT_FOUND" | "CUSTOMER_DOES_NOT_EXIST">,
  { tier, project, user }: Caller,
  { customerType, customerId }: ItemKey,
  membership: readonly unknown[] = [],
): void {
  if (tier !== "client" || project.config.payments.clientItemReads === "all") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  else if (customerType === "custom") fail("CUSTOMER_DOES_NOT_EXIST", { customer_id: customerId });
  else if (customerType === "user" && user.id !== customerId) fail("USER_NOT_FOUND");
  else if (customerType === "team" && membership.length === 0) fail("TEAM_NOT_FOUND", { team_id: customerId });
}
