import path from "node:path";
import { REPOSITORY } from "../scripts/dev/wrangler";
import { send } from "./measure";
import { password, type Subject } from "./subject";
import { BENCH } from "./workerd";

const get = (url: string) => () => ({ method: "GET" as const, path: url, headers: {}, status: 200 });

/**
 * What no implementation on these parts can go below. It has the bindings of Gatehouse, as what stands in for them locally starts
 * with the Worker and in the same process.
 */
export const floors: Subject = {
  source: { name: "floor", folder: REPOSITORY, main: path.join(BENCH, "workers/floors/index.ts"), vars: {} },
  async prepare({ port }) {
    await send(port, { method: "POST", path: "/migrate", headers: {}, status: 200 });
  },
  seed: () => [],
  async requests() {
    return {
      health: get("/empty"),
      read: get("/read"),
      batch: get("/batch"),
      hash: () => ({
        method: "POST",
        path: "/hash",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ password }),
        status: 200,
      }),
    };
  },
};
