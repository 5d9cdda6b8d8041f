import { DurableObject } from "cloudflare:workers";

/** How often something may be tried by or against one subject: so many times in any window of this length. */
export interface AttemptRule {
  /** Stored under it, so it never changes. */
  name: string;
  limit: number;
  windowMillis: number;
}

/** The attempt was counted at a moment, or it is one too many and may be made later. */
export type AttemptOutcome = { countedAt: number } | { retryAfterMillis: number };

/**
 * Counts the attempts of one subject under one rule, exactly: of however many at once, no more than the rule allows are
 * taken, because each is counted before it is made. It works on its storage alone, so eviction forgives nothing.
 */
export class AttemptCounter extends DurableObject<Env> {
  async take({ limit, windowMillis }: AttemptRule): Promise<AttemptOutcome> {
    const now = Date.now();
    const recent = this.attempts.filter((at) => at > now - windowMillis);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= limit) return { retryAfterMillis: oldest + windowMillis - now };
    this.ctx.storage.kv.put("attempts", [...recent, now]);
    await this.ctx.storage.setAlarm(now + windowMillis);
    return { countedAt: now };
  }

  /** Forgets an attempt that turned out not to count. */
  giveBack(countedAt: number): void {
    const { attempts } = this;
    const index = attempts.indexOf(countedAt);
    if (index !== -1) this.ctx.storage.kv.put("attempts", attempts.toSpliced(index, 1));
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  private get attempts(): number[] {
    return this.ctx.storage.kv.get<number[]>("attempts") ?? [];
  }
}
