import { selectImageStorage, selectStorage } from "../../db/storage/queries";
import { readShare, shareWindows } from "../../platform/shares";
import type { AppRouter } from "../access";
import * as contract from "./contract";

const shareNames = ["hash_seconds", "renderings", "emails"] as const;

export function usageRoutes(router: AppRouter): void {
  router.route(contract.readUsage, {
    prefetch: ({ db, provenProjectId }) => ({ stored: selectStorage(db, { projectId: provenProjectId }) }),
    handle: async ({ firstDb, attempts, settings, caller: { project }, found: { stored } }) => {
      const [row] = stored;
      if (!row) throw new Error("Nothing is counted of the project");
      const [[[images = { bytes: 0, maxBytes: row.maxBytes }]], ...shares] = await Promise.all([
        firstDb.batch([selectImageStorage(firstDb, { projectId: project.id })]),
        ...shareNames.map((name) => readShare({ attempts }, name, project.id)),
      ]);
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
            data_vault: storage.vaultBytes,
            settings: storage.settingBytes - storage.vaultBytes,
          },
        },
        images: {
          used_bytes: images.bytes,
          max_bytes: images.maxBytes,
          used_percent: Math.floor((100 * images.bytes) / images.maxBytes),
        },
        are_shares_counted: settings.limitsRequests,
        takes_payments: settings.stripe !== undefined,
        shares: shareNames.map((name, index) => ({
          id: name,
          used: shares[index]?.used ?? 0,
          limit: project.shares[name],
          refused: shares[index]?.refused ?? 0,
          window_seconds: shareWindows[name] / 1000,
          resets_at_millis: shares[index]?.until ?? null,
        })),
      };
    },
  });
}
