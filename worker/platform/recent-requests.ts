/** What is counted is in the running window and the one before, in milliseconds each. */
const windowMillis = 1_000;

/** Says whom a request is counted for. */
export interface Requester {
  /** Null for a request that names none. */
  projectId: string | null;
  network: string;
}

interface Counts {
  since: number;
  all: number;
  projects: Map<string, number>;
  networks: Map<string, number>;
  /** Of a project from a network. */
  pairs: Map<string, number>;
}

/** Counts the requests that an isolate has had in the last second or two, by project and network. Nothing of before is kept. */
export class RecentRequests {
  #running = countsSince(0);
  #before = countsSince(0);

  /** Notes a request whose project is proven: claims cost nothing, so that a stranger could make up as many as they like. */
  note(projectId: string, network: string, now: number): void {
    this.#turn(now);
    const { projects, networks, pairs } = this.#running;
    this.#running.all += 1;
    addOne(projects, projectId);
    addOne(networks, network);
    addOne(pairs, pairOf(projectId, network));
  }

  /** Those of other projects that have come from other networks. */
  ofOthers({ projectId, network }: Requester, now: number): number {
    return this.#sum(now, ({ all, projects, networks, pairs }) => {
      const ofBoth = pairs.get(pairOf(projectId, network)) ?? 0;
      return all - (projects.get(projectId ?? "") ?? 0) - (networks.get(network) ?? 0) + ofBoth;
    });
  }

  /** Those that have come from other networks, whichever their project. */
  ofOtherNetworks({ network }: Requester, now: number): number {
    return this.#sum(now, ({ all, networks }) => all - (networks.get(network) ?? 0));
  }

  /** Those of the same project that have come from other networks. */
  ofProjectElsewhere({ projectId, network }: Requester, now: number): number {
    return this.#sum(now, ({ projects, pairs }) => {
      return (projects.get(projectId ?? "") ?? 0) - (pairs.get(pairOf(projectId, network)) ?? 0);
    });
  }

  #sum(now: number, count: (counts: Counts) => number): number {
    this.#turn(now);
    return count(this.#running) + count(this.#before);
  }

  /** Begins a window where the running one is over. */
  #turn(now: number): void {
    const age = now - this.#running.since;
    // Each request has its own clock in Workers, which may be a little behind that of another.
    if (Math.abs(age) < windowMillis) return;
    this.#before = age >= windowMillis && age < 2 * windowMillis ? this.#running : countsSince(now);
    this.#running = countsSince(now);
  }
}

function countsSince(since: number): Counts {
  return { since, all: 0, projects: new Map(), networks: new Map(), pairs: new Map() };
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function pairOf(projectId: string | null, network: string): string {
  return `${network} ${projectId}`;
}
