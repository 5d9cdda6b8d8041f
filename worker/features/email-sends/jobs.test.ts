import { count, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteExpiredBounces, deleteFinishedSends, insertSend } from "../../db/email-sends/changes";
import { bouncedAddresses, emailSendRecipients, emailSends } from "../../db/email-sends/schema";
import type { Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { passMinute, stepOf } from "../../testing/jobs";
import { planOf } from "../../testing/measured-databases";
import { db, project } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { sweepSends } from "./jobs";

const days = 24 * 60 * 60_000;
const minutes = 60_000;

/** A send to some users, that was over so long ago, or is not over. */
async function storedSend(projectId: string, { endedAgo, users = 2 }: { endedAgo: number | null; users?: number }) {
  const id = newId();
  const send = {
    projectId,
    id,
    createdAt: Date.now(),
    variant: "html",
    categoryId: "transactional",
    content: { sourceId: null, variables: {} },
    themeSource: "",
    source: "<p>News</p>",
  } as const;
  const to = Array.from({ length: users }, newId);
  await db.batch([
    ...insertSend(db, send, to),
    db
      .update(emailSends)
      // One that is not over is due later than any test runs.
      .set(endedAgo === null ? { wakeAt: Date.now() + days } : { finishedAt: Date.now() - endedAgo })
      .where(eq(emailSends.id, id)),
  ] as unknown as [Statement, ...Statement[]]);
  return id;
}

async function leftOf(ids: readonly string[]) {
  const [sends, recipients] = await db.batch([
    db
      .select({ id: emailSends.id })
      .from(emailSends)
      .where(inArray(emailSends.id, [...ids])),
    db
      .select({ sendId: emailSendRecipients.sendId, n: count() })
      .from(emailSendRecipients)
      .where(inArray(emailSendRecipients.sendId, [...ids]))
      .groupBy(emailSendRecipients.sendId),
  ]);
  return ids.map((id) => ({
    isKept: sends.some((send) => send.id === id),
    recipients: recipients.find(({ sendId }) => sendId === id)?.n ?? 0,
  }));
}

describe("the sweep of bulk emails", () => {
  it("deletes those of all projects that were over 30 days ago, with their recipients, and no others", async () => {
    const [p, other] = [await project(), await project()];
    const ids = [
      await storedSend(p.id, { endedAgo: 30 * days + minutes }),
      await storedSend(other.id, { endedAgo: 31 * days, users: 0 }),
      await storedSend(p.id, { endedAgo: 30 * days - minutes }),
      await storedSend(other.id, { endedAgo: null }),
    ];
    await passMinute();
    const gone = { isKept: false, recipients: 0 };
    const kept = { isKept: true, recipients: 2 };
    expect(await leftOf(ids)).toEqual([gone, gone, kept, kept]);
  });

  it("deletes 500 recipients in a step, in one batch, and a send after the last of its own", async () => {
    const { id: projectId } = await project();
    const ids = [await storedSend(projectId, { endedAgo: 31 * days, users: 700 })];
    const first = await stepOf(sweepSends);
    expect([first.outcome, first.cost.d1]).toEqual(["more", 1]);
    expect(await leftOf(ids)).toEqual([{ isKept: true, recipients: 200 }]);
    expect((await stepOf(sweepSends)).outcome).toBe("done");
    expect(await leftOf(ids)).toEqual([{ isKept: false, recipients: 0 }]);
  });

  // Evidence: sends-that-end-are-found-behind-those-that-do-not
  it("deletes what is over behind any number of sends that do not end", async () => {
    // Attack: a project has five hundred sends that wait for room, older than all others. No tenant's recipients are deleted from then on.
    const [hostile, p] = [await project(), await project()];
    const waiting = await storedSend(hostile.id, { endedAgo: null, users: 0 });
    await d1
      .prepare(
        `insert into email_sends (rowid, project_id, id, created_at, variant, category_id, wake_at, content, theme_source, source)
         with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 500)
         select -n, project_id, id || n, created_at, variant, category_id, wake_at, content, theme_source, source
         from numbers, email_sends where project_id = ? and id = ?`,
      )
      .bind(hostile.id, waiting)
      .run();
    const ids = [await storedSend(p.id, { endedAgo: 40 * days })];
    for (let step = 0; step < 3; step += 1) await stepOf(sweepSends);
    expect(await leftOf(ids)).toEqual([{ isKept: false, recipients: 0 }]);
  });

  it("deletes marks of bounced addresses when their time is over, and no others", async () => {
    const { id: projectId } = await project();
    const mark = (address: string, expiresAt: number) =>
      db.insert(bouncedAddresses).values({ projectId, address, serverReply: "550", bouncedAt: 1, expiresAt });
    await db.batch([mark("old@inbox.test", Date.now() - 1), mark("new@inbox.test", Date.now() + minutes)]);
    await passMinute();
    const [left] = await db.batch([
      db
        .select({ address: bouncedAddresses.address })
        .from(bouncedAddresses)
        .where(eq(bouncedAddresses.projectId, projectId)),
    ]);
    expect(left).toEqual([{ address: "new@inbox.test" }]);
  });

  it("finds them without reading whole tables", async () => {
    const [recipients, sends] = deleteFinishedSends(db, 1);
    expect(await planOf(recipients)).toMatch(
      /SEARCH email_send_recipients USING (?:COVERING )?INDEX \S+ \(project_id=\? AND send_id=\?\)/,
    );
    expect(await planOf(sends)).toMatch(/SEARCH email_sends USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    expect(await planOf(deleteExpiredBounces(db, 1))).toMatch(
      /SEARCH bounced_addresses USING COVERING INDEX bounced_addresses_by_expiry/,
    );
  });
});
