import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { commands, type Place } from "./commands";

const id = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";

/** Runs a command on an account that has a database, and gives what wrangler was asked for. */
async function run(name: string, args: string[], place: Place = "deployed", results: object[] = []) {
  const asked: string[] = [];
  const configs: string[] = [];
  const wrangler = async (words: string[]) => {
    if (words[1] === "list") return JSON.stringify([{ name: "gatehouse", uuid: "id-of-it" }]);
    const at = words.indexOf("--config");
    if (at >= 0) configs.push(readFileSync(words[at + 1] ?? "", "utf8"));
    asked.push(words.slice(0, at < 0 ? undefined : at).join(" "));
    return words.includes("--json") ? JSON.stringify([{ results }]) : "printed";
  };
  const printed = await commands[name]?.(wrangler, place, args);
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
