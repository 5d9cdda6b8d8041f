import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { decrypt, encryptDeterministically } from "./encryption";
import type { Settings } from "./env";
import { rootSecrets } from "./server-secret";

/** Says whose list is read. */
interface Reader {
  settings: Pick<Settings, "serverSecrets">;
  projectId: string;
}

/** Ends a request whose cursor is none of its list: `fail(...notACursor)`. */
export const notACursor = ["SCHEMA_ERROR", { message: "query.cursor is not a cursor of this list" }] as const;

/**
 * The cursors of a list. Each carries the place in the list's order at which the next page begins, so that it outlives the row
 * that was there. It is encrypted for its list and project: clients neither read a place, which may hold numbers that count over all
 * projects, nor make one. The same place has the same cursor, so that a page that is read again is the same.
 *
 * @param list names the list and its order
 */
export function cursorsOf<Place extends object>(list: string) {
  const purposeIn = (projectId: string) => `cursor/${list}/${projectId}`;
  return {
    /** The cursor of the page that begins at a place; null where no page follows. */
    async write({ settings, projectId }: Reader, place: Place | undefined): Promise<string | null> {
      if (!place) return null;
      const { current } = settings.serverSecrets;
      const encrypted = await encryptDeterministically(current, purposeIn(projectId), JSON.stringify(place));
      return encodeBase64urlNoPadding(encrypted);
    },

    /** Returns where the page of a cursor begins: undefined for the first page, and null for what is no cursor of this list. */
    async read({ settings, projectId }: Reader, cursor: string | undefined): Promise<Place | undefined | null> {
      if (cursor === undefined) return undefined;
      const encrypted = decode(cursor);
      if (!encrypted) return null;
      for (const secret of rootSecrets(settings.serverSecrets)) {
        const place = await decrypt(secret, purposeIn(projectId), encrypted);
        if (place !== undefined) return JSON.parse(place) as Place;
      }
      return null;
    },
  };
}

function decode(cursor: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(decodeBase64urlIgnorePadding(cursor));
  } catch {
    return undefined;
  }
}
