import { selectStorage } from "../../db/storage/queries";
import type { AppRouter } from "../access";
import * as contract from "./contract";

export function usageRoutes(router: AppRouter): void {
  router.route(contract.readUsage, {
    prefetch: ({ db, provenProjectId }) => ({ stored: selectStorage(db, { projectId: provenProjectId }) }),
    handle: ({ found: { stored } }) => {
      const [row] = stored;
      if (!row) throw new Error("Nothing is counted of the project");
      const { storage, maxBytes, maxRows } = row;
      return {
        storage: {
          used_bytes: storage.bytes,
          max_bytes: maxBytes,
          used_rows: storage.rows,
          max_rows: maxRows,
          // Rounded down, so that it says 100 only of what is full.
          used_percent: Math.floor(100 * Math.max(storage.bytes / maxBytes, storage.rows / maxRows)),
          bytes_by_kind: {
            users: storage.userBytes,
            sign_ins: storage.signInBytes,
            teams: storage.teamBytes,
            emails: storage.emailBytes,
            webhooks: storage.webhookBytes,
            payments: storage.paymentBytes,
            audit_log: storage.auditBytes,
            settings: storage.settingBytes,
          },
        },
      };
    },
  });
}
