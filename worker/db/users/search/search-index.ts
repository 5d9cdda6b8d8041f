import { encodeHexUpperCase } from "@oslojs/encoding";
import { and, eq, exists, inArray, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { integer, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, rowIs, type Statement } from "../../../platform/database";
import { idPattern } from "../../../platform/secrets";
import { withAsciiDomain } from "../../../protocol/fields";
import { foldForSearch, maxTextLength } from "../../search-text";
import { contactChannels, users } from "../schema";

/*
 * Users are found by any part of their display name, or of an address that is primary or signs them in. The full-text table
 * `user_search` holds one row per user. Its row id is the user's ordinal, so that hits come in the order of sign-up and are paged by
 * it.
 *
 * Each searchable text is stored as tokens of ASCII letters and digits. It has one for its first character, one for its first two, and
 * then all its trigrams in order. Each token is the hex of its UTF-8 behind the beginning of the project's id. A phrase of trigrams
 * then means "contains", and the tokens of one and two characters mean "begins with". Every text begins with tokens that no phrase of
 * trigrams holds, so no phrase reaches from one text into the next. Behind all texts stand the pairs that begin with a character of East
 * Asia. There two are a word, which may stand anywhere in a name.
 */

/**
 * So many characters of a query are matched by the index. Each trigram of a phrase is looked for at all of its places in a text. Where
 * that repeats one character, they are as many as it is long.
 */
const maxPhraseLength = 16;

/**
 * Limits how many addresses of a user are indexed, the primary one and then the oldest. What a change costs does not
 * grow with their number.
 */
const maxAddresses = 5;

/** The first code point of the scripts of East Asia (CJK Radicals Supplement). */
const firstEastAsian = 0x2e80;

/**
 * Returns what `user_search` is matched with to find users of a project. It finds those in whose name or addresses `query` occurs. A
 * query of one or two characters has to be at their beginning, unless it is two of East Asia. It also finds the user whose id the query is, with any punctuation
 * around it. What it finds of a long query begins like it: `isFoundWhole` tells which of them have all of it.
 */
export function searchExpression(projectId: string, query: string): string {
  const phrase = phraseOf(projectPrefix(projectId), charactersOf(query));
  const id = idIn(query);
  return id ? `${phrase} OR "${projectPrefix(projectId)}id${id.replaceAll("-", "")}"` : phrase;
}

/**
 * Tells whether a user is one whom `searchExpression` finds, by their row and channels. It is for users whom something else has found.
 * The index cannot tell of one user without reading what comes before.
 */
export function isFoundBy(db: Database, query: string): SQL | undefined {
  const characters = charactersOf(query);
  if (characters.length === 0 || characters.length > maxTextLength) return sql`false`;
  const text = characters.join("");
  const isPair = characters.length === 2 && (text.codePointAt(0) ?? 0) >= firstEastAsian;
  const fits = (column: SQL | SQLiteColumn) =>
    characters.length < 3 && !isPair
      ? sql`substr(${column}, 1, ${characters.length}) = ${text}`
      : sql`instr(${column}, ${text}) > 0`;
  const channel = db
    .select({ id: contactChannels.id })
    .from(contactChannels)
    .where(and(isSearchedChannel, fits(contactChannels.value)));
  const id = idIn(query);
  return or(id ? eq(users.id, id) : undefined, fits(users.searchName), exists(channel));
}

/** As `isFoundBy`, for a user whom `searchExpression` has found; undefined where it has looked for all of the query. */
export function isFoundWhole(db: Database, query: string): SQL | undefined {
  return charactersOf(query).length > maxPhraseLength ? isFoundBy(db, query) : undefined;
}

/** Tells whether a channel is of the user whose row is around it, and one that they are found by. */
const isSearchedChannel = and(
  rowIs(contactChannels, { projectId: users.projectId, userId: users.id }),
  or(eq(contactChannels.isPrimary, true), eq(contactChannels.usedForAuth, true)),
);

/** Addresses are stored with the domain that DNS has. */
function charactersOf(query: string): string[] {
  return [...foldForSearch(withAsciiDomain(query))];
}

/** The id that a query consists of, but for punctuation around it. */
function idIn(query: string): string | undefined {
  const id = query.replace(/[^\p{L}\p{N}_.-]/gu, "");
  return idPattern.test(id) ? id : undefined;
}

/** No text is longer than the longest, so a longer query finds nothing, as the empty phrase does. */
function phraseOf(prefix: string, characters: string[]): string {
  if (characters.length === 0 || characters.length > maxTextLength) return '""';
  const phrase = characters.slice(0, maxPhraseLength);
  const grams = phrase.length < 3 ? [phrase] : phrase.slice(2).map((_, at) => phrase.slice(at, at + 3));
  return `"${grams.map((gram) => prefix + hex(gram.join(""))).join(" ")}"`;
}

function hex(text: string): string {
  return encodeHexUpperCase(new TextEncoder().encode(text));
}

/** Enough of a project's random id to distinguish it from others: a rare collision costs reads only, since queries name the project too. */
function projectPrefix(projectId: string): string {
  return projectId.slice(0, 8);
}

/** The full-text table, which drizzle-kit does not support: `drizzle/0001_user_search.sql` is written by hand. */
export const userSearch = sqliteTable("user_search", { rowid: integer(), tokens: text() });

/**
 * Writes the index rows of the users that fulfil a condition anew, from what their rows and channels hold at that moment. It comes last
 * in every batch that changes a name or a channel, so that no race can leave the index behind.
 *
 * @param options.without an address by which they are not found any more, though their channels say so yet
 */
export function reindexUsers(
  db: Database,
  which: SQL | undefined,
  { without }: { without?: string | SQLWrapper | undefined } = {},
): [Statement, Statement] {
  const ordinals = db.select({ ordinal: users.ordinal }).from(users).where(which);
  return [db.delete(userSearch).where(inArray(userSearch.rowid, ordinals)), indexUsers(db, which, { without })];
}

/** Writes the index rows of users that have none yet. */
export function indexUsers(
  db: Database,
  which: SQL | undefined,
  { without }: { without?: string | SQLWrapper | undefined } = {},
): Statement {
  const isIndexed = and(isSearchedChannel, without === undefined ? undefined : ne(contactChannels.value, without));
  // A text's first character has position -1, its first two at 0; from 1 on come the trigrams. Pairs begin at the second character.
  const tokens = sql`(
    with recursive
      texts(text) as (
        select ${users.searchName} where ${users.searchName} <> ''
        union all
        select value from (
          select ${contactChannels.value} as value from ${contactChannels} where ${isIndexed}
          order by ${contactChannels.isPrimary} desc, ${contactChannels.createdAt}, ${contactChannels.id} limit ${maxAddresses}
        )
      ),
      grams(text, position) as (
        select text, -1 from texts
        union all
        select text, position + 1 from grams where position < length(text) - 2
      )
    select substr(${users.projectId}, 1, 8) || 'id' || replace(${users.id}, '-', '') || coalesce(group_concat(
      ' ' || substr(${users.projectId}, 1, 8) || hex(substr(text, max(position, 1), min(position + 2, 3))), ''
      order by text, position
    ), '') || coalesce(group_concat(
      case when position > 0 and unicode(substr(text, position + 1, 1)) >= ${sql.raw(String(firstEastAsian))}
        then ' ' || substr(${users.projectId}, 1, 8) || hex(substr(text, position + 1, 2)) end, ''
    ), '') from grams
  )`;
  return insertFrom(db, userSearch, { rowid: users.ordinal, tokens }, sql`from ${users} where ${which}`);
}
