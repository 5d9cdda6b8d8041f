import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { countsOf, type Load, load, memoryOf, send } from "./measure";
import { addUsers } from "./seed";
import { type Requests, type Subject, type Workload, workloads } from "./subject";
import type { Measured } from "./table";
import { type Bundle, type RunningWorker, start } from "./workerd";

const atOnce = 8;
/** Of sign-ins, whose hashes take memory: before it is read, and before other loads, which let the heap grow. */
const maxAtOnce = 64;

/** Measures what each subject does with a number of users in its database. Loads are interleaved, in rounds of which the best counts. */
export async function measureSideBySide(
  bundles: ReadonlyMap<Subject, Bundle>,
  { users, tempDir, seconds, rounds }: { users: number; tempDir: string; seconds: number; rounds: number },
): Promise<Measured[]> {
  const running: { subject: Subject; worker: RunningWorker; requests: Requests; result: Measured }[] = [];
  try {
    for (const [subject, built] of bundles) {
      const dataDir = await mkdtemp(path.join(tempDir, "data-"));
      const empty = await start(built, dataDir);
      await subject.prepare(empty).finally(empty.stop);
      const bytesPerUser = addUsers(dataDir, subject.seed(users)) / users;
      const worker = await start(built, dataDir);
      const requests = await subject.requests(worker, users);
      const { signIn } = requests;
      if (signIn) await Promise.all(Array.from({ length: maxAtOnce }, () => send(worker.port, signIn())));
      const { startMillis, startCpu } = worker;
      const { name } = subject.source;
      const result: Measured = {
        name,
        users,
        bytesPerUser,
        size: built.size,
        startMillis,
        startCpu,
        memory: memoryOf(worker.pid),
        counts: {},
        loads: {},
      };
      running.push({ subject, worker, requests, result });
    }
    for (const workload of Object.keys(workloads) as Workload[]) {
      const loads = new Map<Measured, Load[]>();
      for (let round = 0; round < rounds; round++) {
        for (const { worker, requests, result } of running) {
          const next = requests[workload];
          if (!next) continue;
          // The first request of a kind loads what later ones find loaded.
          if (round === 0) await send(worker.port, next());
          if (round === 0) result.counts[workload] = countsOf(await send(worker.port, next()));
          loads.set(result, [...(loads.get(result) ?? []), await load(worker, next, { atOnce, seconds })]);
        }
      }
      for (const [result, all] of loads) result.loads[workload] = bestOf(all);
    }
    return running.map(({ result }) => result);
  } finally {
    for (const { worker } of running) await worker.stop();
  }
}

/** The round in which the machine did least else. */
function bestOf(loads: readonly Load[]): Load {
  const [best] = loads.toSorted((a, b) => b.perSecond - a.perSecond);
  if (!best) throw new Error("Nothing was measured");
  return best;
}
