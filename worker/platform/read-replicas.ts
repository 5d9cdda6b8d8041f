import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { equalSecrets } from "./secrets";
import { deriveBytes } from "./server-secret";

/**
 * Says where the reads of a request may go:
 *
 * - `primary`: to the primary, which has every write;
 * - `bookmark`: to a replica that has all that the request's bookmark stands for, and without one to the primary;
 * - `anywhere`: to any replica, however far it is behind.
 */
export type Reads = "primary" | "bookmark" | "anywhere";

/** The part of a D1 database that statements need. */
export type StatementRunner = Pick<D1Database, "prepare" | "batch">;

/** Holds the database that one request reads from, and its bookmark. */
export interface ReadSession {
  /** Prepares and sends statements. D1 itself sends writes to the primary. */
  readonly database: StatementRunner;
  /** Returns whether something that was read may be out of date. If so, all that follows is read from the primary. */
  turnToPrimary(): boolean;
  /** Stands for what was read and written, for the next request; undefined where none is wanted or known. */
  bookmark(): Promise<string | undefined>;
}

export interface ReadOptions {
  /** Names the database: a bookmark of another one says nothing of this. */
  name: string;
  reads: Reads;
  /** The bookmark that came with the request, as it came. */
  bookmark: string | null;
  /** Is true if the client takes a bookmark for its next request. */
  wantsBookmark: boolean;
  /** Signs bookmarks. */
  serverSecret: string;
  /** Limits how long ago the primary must have been read for a replica to do in its place. */
  maxAgeMillis: number;
}

/** Holds what a bookmark says: a point of the database, and when the primary was read at that point or before. */
interface Point {
  d1: string;
  /** Milliseconds since the epoch. */
  readAt: number;
}

const bookmarkPattern = /^([0-9a-f-]{1,100})\.(\d{13})\.[\w-]{43}$/;

/**
 * Opens a database for the reads of one request.
 *
 * A bookmark is signed with the time at which the primary was last read. A read from a replica is therefore never further behind than
 * `maxAgeMillis`, whatever the replica's lag is. A made-up bookmark, for which a replica would wait or fail, never reaches D1.
 */
export function openReads(binding: D1Database, options: ReadOptions): ReadSession {
  const { name, reads, bookmark, wantsBookmark, serverSecret, maxAgeMillis } = options;
  const signer = { name, secret: serverSecret };
  let isPrimaryOnly = reads === "primary";
  let replica: D1DatabaseSession | undefined;
  let newest: Point | undefined;
  /** Counts the batches that a replica has run, or runs. */
  let replicaBatches = 0;

  async function openReplica(): Promise<D1DatabaseSession | undefined> {
    if (isPrimaryOnly || replica) return replica;
    const known = bookmark === null ? undefined : await verifyBookmark(signer, bookmark, maxAgeMillis);
    newest ??= known;
    const start = known?.d1 ?? (reads === "anywhere" ? "first-unconstrained" : undefined);
    isPrimaryOnly = start === undefined;
    replica ??= start === undefined ? undefined : binding.withSession(start);
    return replica;
  }

  async function batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const readAt = Date.now();
    const fromReplica = isPrimaryOnly ? undefined : await openReplica();
    if (fromReplica) replicaBatches += 1;
    // Anew for each batch: the second of a session could go to a replica.
    const session = fromReplica ?? (wantsBookmark ? binding.withSession("first-primary") : undefined);
    const results = await (session ?? binding).batch<T>(statements);
    const isFresh = !fromReplica || results.every(({ meta }) => meta.served_by_primary);
    if (fromReplica && isFresh) replicaBatches -= 1;
    const d1 = session?.getBookmark();
    if (d1) newest = later(newest, { d1, readAt: isFresh ? readAt : newest?.readAt });
    return results;
  }

  return {
    database: { prepare: (query) => binding.prepare(query), batch },
    turnToPrimary() {
      isPrimaryOnly = true;
      replica = undefined;
      const wasStale = replicaBatches > 0;
      replicaBatches = 0;
      return wasStale;
    },
    bookmark: async () => (wantsBookmark && newest ? signBookmark(signer, newest) : undefined),
  };
}

/** Bookmarks of D1 sort by their age. What is not known to be read from the primary says nothing of its age. */
function later(
  known: Point | undefined,
  { d1, readAt }: { d1: string; readAt: number | undefined },
): Point | undefined {
  if (readAt === undefined) return known;
  return { d1: known && known.d1 > d1 ? known.d1 : d1, readAt: Math.max(known?.readAt ?? 0, readAt) };
}

interface Signer {
  name: string;
  secret: string;
}

async function signBookmark(signer: Signer, { d1, readAt }: Point): Promise<string> {
  const text = `${d1}.${readAt}`;
  const mac = await crypto.subtle.sign("HMAC", await macKey(signer.secret), signedBytes(signer, text));
  return `${text}.${encodeBase64urlNoPadding(new Uint8Array(mac))}`;
}

/** The point of a bookmark of ours that is young enough; undefined of anything else. */
async function verifyBookmark(signer: Signer, bookmark: string, maxAgeMillis: number): Promise<Point | undefined> {
  const [, d1, time] = bookmarkPattern.exec(bookmark) ?? [];
  if (!d1 || !time) return undefined;
  const point = { d1, readAt: Number(time) };
  if (Date.now() - point.readAt >= maxAgeMillis) return undefined;
  // By its text, since a signature has several texts of which some cannot be decoded.
  return equalSecrets(await signBookmark(signer, point), bookmark) ? point : undefined;
}

function signedBytes({ name }: Signer, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(`${name} ${text}`));
}

/** Derived once in the life of an isolate. */
let derived: { secret: string; key: CryptoKey } | undefined;

async function macKey(secret: string): Promise<CryptoKey> {
  if (derived?.secret === secret) return derived.key;
  const bytes = await deriveBytes(secret, "gatehouse/bookmarks", 32);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  derived = { secret, key };
  return key;
}
