import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { describe, expect, it } from "vitest";
import { cursorsOf } from "./cursors";
import { newId } from "./secrets";

const readerOf = (serverSecrets: { current: string; previous?: string }, projectId = "p1") => ({
  settings: { serverSecrets },
  projectId,
});
const reader = readerOf({ current: "root-secret" });
const place = { createdAt: 1_798_761_599_000, id: newId(), name: "Zoë" };
const cursors = cursorsOf<typeof place>("teams");

describe("a cursor", () => {
  it("carries its place, the same place in the same cursor, and another one in another", async () => {
    const cursor = await cursors.write(reader, place);
    expect(cursor).toMatch(/^[\w-]{50,}$/);
    expect(await cursors.read(reader, cursor ?? "")).toEqual(place);
    expect(await cursors.write(reader, { ...place })).toBe(cursor);
    expect(await cursors.write(reader, { ...place, createdAt: 0 })).not.toBe(cursor);
  });

  it("is none where no page follows, and none begins the first page", async () => {
    expect([await cursors.write(reader, undefined), await cursors.read(reader, undefined)]).toEqual([null, undefined]);
  });

  it("is read under a root secret that was replaced, and no longer once that is gone", async () => {
    const cursor = (await cursors.write(reader, place)) ?? "";
    expect(await cursors.read(readerOf({ current: "next-secret", previous: "root-secret" }), cursor)).toEqual(place);
    expect(await cursors.read(readerOf({ current: "next-secret" }), cursor)).toBeNull();
  });

  // Evidence: cursor-taken-apart-taken-elsewhere
  it("is refused in another project and another list, changed, cut, and where it was never one", async () => {
    // Attack: an owner takes a cursor apart. The number of a row tells them how many users all projects have. With a changed cursor
    // they begin a list at a place of their own making.
    const cursor = (await cursors.write(reader, place)) ?? "";
    const shown = new TextDecoder().decode(decodeBase64urlIgnorePadding(cursor));
    for (const part of [place.id, String(place.createdAt), place.name]) expect(shown).not.toContain(part);
    expect(await cursors.read(readerOf({ current: "root-secret" }, "p2"), cursor)).toBeNull();
    expect(await cursorsOf("projects").read(reader, cursor)).toBeNull();
    const changed = [`${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`, cursor.slice(0, -4), `${cursor}AAAA`];
    for (const made of [...changed, "", "A", "first", "§", newId(), btoa(JSON.stringify(place))]) {
      expect({ made, place: await cursors.read(reader, made) }).toEqual({ made, place: null });
    }
  });
});
