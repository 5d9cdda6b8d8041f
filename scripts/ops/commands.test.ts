import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { readWorkerConfig } from "../platform/worker-config";
import { commands, type Place } from "./commands";

const id = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";

/** Runs a command on an account that has a database, and gives what wrangler was asked for. */
async function run(
  name: string,
  args: string[],
  place: Place = "deployed",
  results: object[] = [],
  config = readWorkerConfig(),
) {
  const asked: string[] = [];
  const configs: string[] = [];
  const wrangler = async (words: string[]) => {
    if (words[1] === "list") {
      const names = ["gatehouse", "gatehouse-1"];
      return JSON.stringify(names.map((name, index) => ({ name, uuid: index === 0 ? "id-of-it" : "id-of-other" })));
    }
    const at = words.indexOf("--config");
    if (at >= 0) configs.push(readFileSync(words[at + 1] ?? "", "utf8"));
    asked.push(words.slice(0, at < 0 ? undefined : at).join(" "));
    return words.includes("--json") ? JSON.stringify([{ results, meta: { size_after: 3 * 1024 * 1024 } }]) : "printed";
  };
  const printed = await commands[name]?.(wrangler, place, args, config);
  return { asked, configs, printed };
}

describe("npm run ops", () => {
  it("prints the bookmark of the deployed database, which it finds by its name", async ({ expect }) => {
    const { asked, configs, printed } = await run("bookmark", []);
    expect(asked).toEqual(["d1 time-travel info DB"]);
    expect(JSON.parse(configs[0] ?? "")).toMatchObject({ d1_databases: [{ binding: "DB", database_id: "id-of-it" }] });
    expect(printed).toBe("printed");
  });

  it("restores a bookmark that is given twice, and nothing else", async ({ expect }) => {
    const bookmark = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
    expect((await run("restore", [bookmark, bookmark])).asked).toEqual([
      `d1 time-travel restore DB --bookmark=${bookmark}`,
    ]);
    for (const wrong of [[], [bookmark], [bookmark, "00000001"], ["--x", "--x"]]) {
      await expect(run("restore", wrong)).rejects.toThrow("restore BOOKMARK BOOKMARK");
    }
    await expect(run("restore", [bookmark, bookmark], { local: "/data" })).rejects.toThrow("--deployed");
  });

  it("purges a project whose id is given twice, locally and deployed", async ({ expect }) => {
    const local = await run("purge", [id, id], { local: "/data" }, [{ deleted: 1 }]);
    expect(local.asked).toEqual([
      expect.stringMatching(/^d1 execute DB --json --command insert .* --local --persist-to \/data$/s),
    ]);
    expect(local.printed).toContain(`The project ${id} is deleted.`);
    const deployed = await run("purge", [id, id], "deployed", [{ deleted: 0 }]);
    expect(deployed.asked).toEqual([expect.stringMatching(/^d1 execute DB --json --command insert .* --remote$/s)]);
    expect(deployed.printed).toBe(`There is no project ${id}.`);
  });

  it("purges neither the internal project nor what is no id", async ({ expect }) => {
    // Attack: an id that was copied from elsewhere carries SQL.
    const wrong = ["internal", "' or 1 = 1 --", `${id}'`];
    for (const each of wrong) await expect(run("purge", [each, each])).rejects.toThrow("purge PROJECT_ID");
    await expect(run("purge", [id])).rejects.toThrow("purge PROJECT_ID");
  });

  it("says what a project stores, and gives it a quota of its own or the instance's again", async ({ expect }) => {
    const stored = { bytes: 3 * 1024 * 1024, rows: 7, max_bytes: 6 * 1024 * 1024, max_rows: 9 };
    const { asked, printed } = await run("storage", [id], { local: "/data" }, [stored]);
    expect(asked).toEqual([
      expect.stringMatching(/^d1 execute DB --json --command select bytes/),
      expect.stringMatching(/^d1 execute DB --json --command select coalesce/),
    ]);
    expect(printed).toBe(`The project ${id} stores 3.0 of 6.0 MiB, and 7 of 9 rows. Its images take 3.0 of 6.0 MiB.`);
    const set = await run("storage", [id, "6", "9"], "deployed", [stored]);
    expect(set.asked[0]).toContain("set max_bytes = 6291456, max_rows = 9 where");
    expect(set.asked[1]).toContain(`values ('${id}', 6291456) on conflict`);
    const reset = await run("storage", [id, "default"], "deployed", []);
    expect(reset.asked[0]).toContain("set max_bytes = null, max_rows = null where");
    expect(reset.printed).toBe(`There is no project ${id}.`);
  });

  it("says what the internal project stores, which has no quota and is given none", async ({ expect }) => {
    const stored = {
      bytes: 3 * 1024 * 1024,
      rows: 7,
      max_bytes: Number.MAX_SAFE_INTEGER,
      max_rows: Number.MAX_SAFE_INTEGER,
    };
    const { printed } = await run("storage", ["internal"], "deployed", [stored]);
    expect(printed).toBe("The internal project stores 3.0 MiB in 7 rows, and has no quota. Its images take 3.0 MiB.");
  });

  it("takes no quota that is none, and no project's id with SQL in it", async ({ expect }) => {
    // Attack: what an operator was sent to paste changes the quota of every project.
    for (const wrong of [
      ["internal", "6", "9"],
      ["internal", "default"],
      [`${id}' or 1 = 1 --`],
      [id, "6"],
      [id, "0", "9"],
      [id, "6", "nine"],
      [id, "1.5", "9"],
    ]) {
      await expect(run("storage", wrong)).rejects.toThrow("storage [PROJECT_ID [MIB ROWS | default]]");
    }
  });

  it("says what a project may have in a window, and gives it shares of its own or the instance's again", async ({
    expect,
  }) => {
    const own = { hash_seconds: 60, renderings: null, emails: 5000 };
    const { asked, printed } = await run("limits", [id], { local: "/data" }, [own]);
    expect(asked).toEqual([expect.stringMatching(/^d1 execute DB --json --command select hash_seconds/)]);
    expect(printed).toBe(
      `The project ${id} may have, a minute, 60 seconds of costly hashes and the instance's renderings, and an hour, 5000 emails by the shared server.`,
    );
    const set = await run("limits", [id, "60", "default", "5000"], "deployed", [own]);
    expect(set.asked[0]).toContain("set hash_seconds = 60, renderings = null, emails = 5000 where");
    expect((await run("limits", [id], "deployed", [])).printed).toBe(`There is no project ${id}.`);
    // Attack: what an operator was sent to paste changes the shares of every project.
    for (const wrong of [["internal"], [`${id}' or 1 = 1 --`], [id, "6"], [id, "0", "9", "9"], [id, "6", "1.5", "9"]]) {
      await expect(run("limits", wrong)).rejects.toThrow("limits PROJECT_ID [HASH_SECONDS RENDERINGS EMAILS]");
    }
  });

  it("gives the dead letters of a queue to the Worker again, until it is stopped", async ({ expect }) => {
    const dead = "gatehouse-reset-mails-dead-letters";
    expect((await run("replay", ["gatehouse-reset-mails"])).asked).toEqual([
      `queues consumer add ${dead} gatehouse --message-retries 100`,
    ]);
    expect((await run("replay", ["gatehouse-reset-mails", "stop"])).asked).toEqual([
      `queues consumer remove ${dead} gatehouse`,
    ]);
    await expect(run("replay", ["unknown"])).rejects.toThrow(
      "Queues: gatehouse-task-steps, gatehouse-reset-mails, gatehouse-webhooks, gatehouse-email-sends.",
    );
  });
});

describe("npm run ops with two shards", () => {
  const [database] = readWorkerConfig().d1_databases ?? [];
  const second = { ...database, binding: "DB_1", database_name: "gatehouse-1", database_id: "" };
  const config = { ...readWorkerConfig(), d1_databases: [...(readWorkerConfig().d1_databases ?? []), second] };
  const withTwo = (name: string, args: string[], place: Place = "deployed", results: object[] = []) =>
    run(name, args, place, results, config);

  it("prints a bookmark of each, and restores the shard that is named", async ({ expect }) => {
    const { asked, printed } = await withTwo("bookmark", []);
    expect(asked).toEqual(["d1 time-travel info DB", "d1 time-travel info DB_1"]);
    expect(printed).toBe("Shard 0:\nprinted\nShard 1:\nprinted");
    const bookmark = "00000085-0000024c";
    expect((await withTwo("restore", [bookmark, bookmark, "1"])).asked).toEqual([
      `d1 time-travel restore DB_1 --bookmark=${bookmark}`,
    ]);
    await expect(withTwo("restore", [bookmark, bookmark, "2"])).rejects.toThrow("restore BOOKMARK BOOKMARK [SHARD]");
  });

  it("purges a project in its own shard first, and then in the first", async ({ expect }) => {
    const { asked } = await withTwo("purge", [id, id], { local: "/data" }, [{ shard: 1, deleted: 1 }]);
    expect(asked.map((words) => words.split(" ")[2])).toEqual(["DB", "DB_1", "DB"]);
    expect(asked[1]).not.toContain("audit_events");
    expect(asked[2]).toContain("audit_events");
  });

  it("requests a move in the first shard, and says how far it has come", async ({ expect }) => {
    const state = { shard: 0, phase: "prepare", table_name: null, to_shard: 1, fullness: "roomy" };
    const { asked, printed } = await withTwo("move-project", [id, "1"], "deployed", [state]);
    expect(asked).toEqual([
      expect.stringMatching(/^d1 execute DB_1 --json --command select fullness, .* --remote$/),
      expect.stringMatching(/^d1 execute DB --json --command insert into project_moves .* --remote$/),
    ]);
    expect(printed).toBe(`The project ${id} is being moved to shard 1: it begins within a minute.`);
    const later = { ...state, phase: "copy", table_name: "users" };
    expect((await withTwo("move-project", [id, "1"], "deployed", [later])).printed).toContain(
      "its rows are being copied (users).",
    );
    expect((await withTwo("move-project", [id, "0"], "deployed", [later])).printed).toContain(
      "It can be moved elsewhere once that is over.",
    );
    const done = { shard: 1, phase: null, table_name: null, to_shard: null };
    expect((await withTwo("move-project", [id, "1"], "deployed", [done])).printed).toBe(
      `The project ${id} is in shard 1.`,
    );
    const unknown = { ...done, shard: null };
    expect((await withTwo("move-project", [id, "1"], "deployed", [unknown])).printed).toBe(
      `There is no project ${id}.`,
    );
  });

  it("moves no project to a shard that is tight itself", async ({ expect }) => {
    const state = { shard: 0, phase: null, table_name: null, to_shard: null, fullness: "tight" };
    const move = (row: object) => withTwo("move-project", [id, "1"], "deployed", [row]);
    await expect(move(state)).rejects.toThrow("Shard 1 is tight itself");
    const { asked, printed } = await move({ ...state, phase: "copy", to_shard: 1 });
    expect(asked.join()).not.toContain("insert");
    expect(printed).toContain("its rows are being copied.");
  });

  it("says how full each shard is, and what to do about it", async ({ expect }) => {
    const full = { fullness: "tight", max_bytes: 1024 * 1024, projects: 7 };
    const { asked, printed } = await withTwo("storage", [], "deployed", [full]);
    expect(asked.map((words) => words.split(" ")[2])).toEqual(["DB", "DB_1"]);
    const advice = "Add a database, then move large projects there or purge dead ones (docs/operations.md, Shards).";
    const line = (name: string) => `${name} of 3.0 MiB is tight: each of its 7 projects may store 1.0 MiB. ${advice}`;
    expect(printed).toBe(`${line("Shard 0 (DB)")}\n${line("Shard 1 (DB_1)")}`);
    const roomy = await withTwo("storage", [], "deployed", [{ ...full, fullness: "roomy" }]);
    expect(roomy.printed).not.toContain(advice);
  });

  it("moves neither the internal project nor to a shard that there is not", async ({ expect }) => {
    // Attack: an id or a number that was copied from elsewhere carries SQL.
    for (const [project = "", shard = ""] of [
      ["internal", "1"],
      [`${id}'`, "1"],
      [id, "2"],
      [id, "1; drop table users"],
      [id],
    ]) {
      await expect(withTwo("move-project", [project, shard])).rejects.toThrow("shards are 0 (DB), 1 (DB_1)");
    }
  });
});
