import type { ProjectConfig } from "./document";
import type { ConfigOverride } from "./override";

/** A stored override, and the configuration that it stands for. Shared between requests: nothing changes it. */
export interface RenderedConfig {
  readonly override: ConfigOverride;
  readonly config: ProjectConfig;
}

type Render = (projectId: string, override: ConfigOverride) => ProjectConfig;

/**
 * The most that is kept of short overrides, and again of long ones: projects, and characters. One of the longest can take 30 MB of the
 * isolate.
 */
const defaultLimits = { projects: 500, characters: 1024 * 1024 };

/** An override with more characters is long. */
const maxShort = 64 * 1024;

interface Kept {
  readonly text: string;
  readonly rendered: RenderedConfig;
}

/**
 * The configuration of each project, rendered once per version of its override. The version is the stored text itself,
 * which every request reads anyway, so a document is never older than the row. Bounded, since an isolate serves any number
 * of projects: the document that was read longest ago goes first. Long ones take the place of long ones alone.
 */
export class RenderedConfigs {
  readonly #render: Render;
  readonly #limits: typeof defaultLimits;
  /** In the order in which they were last read. */
  readonly #short = new Map<string, Kept>();
  readonly #long = new Map<string, Kept>();

  constructor(render: Render, limits = defaultLimits) {
    this.#render = render;
    this.#limits = limits;
  }

  /** Says whether `read` would have nothing to render. */
  keeps(projectId: string, text: string): boolean {
    return this.last(projectId)?.text === text;
  }

  /** @param text the override as it is stored: JSON */
  read(projectId: string, text: string): RenderedConfig {
    const kept = this.last(projectId);
    this.#short.delete(projectId);
    this.#long.delete(projectId);
    const config = kept?.text === text ? kept : { text, rendered: this.#renderText(projectId, text) };
    if (text.length <= this.#limits.characters) {
      const sameLength = text.length > maxShort ? this.#long : this.#short;
      sameLength.set(projectId, config);
      if (config !== kept) this.#trim(sameLength);
    }
    return config.rendered;
  }

  /** Returns what was read last of a project, which may have changed since. */
  last(projectId: string): Kept | undefined {
    return this.#short.get(projectId) ?? this.#long.get(projectId);
  }

  #renderText(projectId: string, text: string): RenderedConfig {
    const override: ConfigOverride = JSON.parse(text);
    return { override, config: this.#render(projectId, override) };
  }

  #trim(configs: Map<string, Kept>): void {
    const { projects, characters } = this.#limits;
    let length = 0;
    for (const { text } of configs.values()) length += text.length;
    for (const [oldest, { text }] of configs) {
      if (configs.size <= projects && length <= characters) break;
      configs.delete(oldest);
      length -= text.length;
    }
  }
}
