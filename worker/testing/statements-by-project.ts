import { env } from "cloudflare:workers";
import { type Shard, seenShards, shardBindings } from "../platform/shards";

interface Sent {
  shard: Shard;
  text: string;
  values: readonly unknown[];
}

/** Describes what D1 has in its objects, beyond their types. */
interface Session {
  fetcher: unknown;
  batch(statements: readonly { statement: string; params: unknown[] }[]): Promise<D1Result[]>;
}

/** Statements that name no project, each with its reason. One that names a project all the same is no exception. */
const ofNoProject: readonly [RegExp, reason: string][] = [
  [/^select (?:1|json\(|changes\()|from \(select 1\)/, "It reads no table."],
  [/"?project_id"? = null/, "It finds nothing: the caller is not known yet, or is no user."],
  [/"projects"\."shard" is null/, "It finds out which project a code, a key or an account belongs to."],
  [/rowid in \(select rowid from|"oldest"/, "It deletes what has expired, a bounded number of rows of all projects."],
  [/"?(?:due_at|wake_at)"? <= \?|"deleted_at" is not null/, "A task looks for what is due in all projects."],
  [/"(?:config_)?seal" >= \?/, "A task looks for what is to be sealed anew in all projects."],
  [
    /^update "projects" set "created_at" = null where "projects"\."owner_team_id" in/,
    "It fails where a team owns any project.",
  ],
  [/"storage_quota"/, "A task keeps the quota of all projects, and looks for those of which little is left."],
  [/"stripe_closings"/, "What ends at Stripe belonged to projects that are gone."],
];

const namesProject = /\bproject_id"? (?:= \?|in \()/;

const shards = new Map<unknown, Shard>(
  shardBindings(env).map((binding, shard) => [(binding as unknown as Session).fetcher, shard]),
);

/** Holds where projects were as statements were sent: a message of a queue has the isolate forget it before it is read anew. */
const seen = new Map<string, Shard | undefined>();

/** Holds what was sent by the code under test since the test began. */
let sent: Sent[] = [];
let isByTest = false;

/** Counts the statements like this that the code under test has sent since the test began. */
export function countSent(like: RegExp): number {
  return sent.filter(({ text }) => like.test(text)).length;
}

// Every way of a statement to a database ends here: the code under test sends batches alone.
const session: Session = Object.getPrototypeOf(
  Object.getPrototypeOf((env.DB as never as { alwaysPrimarySession: object }).alwaysPrimarySession),
);
const { batch } = session;
session.batch = function (statements) {
  const shard = shards.get(this.fetcher);
  if (!isByTest && shard !== undefined) {
    for (const { statement: text, params: values } of statements) {
      for (const id of idsAmong(values)) seen.set(id, seenShards.get(id) ?? seen.get(id));
      sent.push({ shard, text, values });
    }
  }
  return batch.call(this, statements);
};

/** A database as tests arrange and check what is in it, whose batches need not name a project. */
export function ofTests(binding: D1Database): D1Database {
  const batchOfTest: D1Database["batch"] = (statements) => {
    isByTest = true;
    try {
      return binding.batch(statements);
    } finally {
      isByTest = false;
    }
  };
  return Object.create(binding, { batch: { value: batchOfTest } });
}

/** Lists what was sent since the last call and names no project, or one that is in another database. */
export function misdirectedStatements(): string[] {
  const found = sent.flatMap((each) => complaintsAbout(each));
  sent = [];
  return [...new Set(found)];
}

/** Holds where rows of projects were inserted, also of those that were refused afterwards. */
const inserted = new Map<string, Shard>();

const idsOfNone = new Set<string>();

/** An id that no project has, for code which is asked for a missing project while it works in the database of another. */
export function missingProjectId(): string {
  const id = crypto.randomUUID();
  idsOfNone.add(id);
  return id;
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function idsAmong(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === "string" ? (value.match(ids) ?? []) : []));
}

function complaintsAbout({ shard, text, values }: Sent): string[] {
  if (!namesProject.test(text) && ofNoProject.some(([pattern]) => pattern.test(text))) return [];
  if (!/\bproject_id\b/.test(text)) return [`names no project: ${text}`];
  if (shard === 0) return [];
  const named = idsAmong(values);
  if (/^insert into "projects"/.test(text)) for (const id of named.slice(0, 1)) inserted.set(id, shard);
  if (named.some((id) => idsOfNone.has(id))) return [];
  const places = named.flatMap((id) => seenShards.get(id) ?? seen.get(id) ?? inserted.get(id) ?? []);
  if (!places.includes(shard)) return [`names no project of shard ${shard}: ${text} ${JSON.stringify(values)}`];
  return places.some((place) => place !== shard)
    ? [`names a project that is not in shard ${shard}: ${text} ${JSON.stringify(values)}`]
    : [];
}
