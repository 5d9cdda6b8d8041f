import type { ProjectConfig } from "./document";
import type { ConfigOverride } from "./override";

/** A stored override, and the configuration that it stands for. Shared between requests: nothing changes it. */
export interface RenderedConfig {
  readonly override: ConfigOverride;
  readonly config: ProjectConfig;
}

type Render = (projectId: string, override: ConfigOverride) => ProjectConfig;

/** The most that is kept: projects, and characters of their overrides. One of the longest can take 30 MB of the isolate. */
const defaultLimits = { projects: 500, characters: 1024 * 1024 };

/**
 * The configuration of each project, rendered once per version of its override. The version is the stored text itself,
 * which every request reads anyway, so a document is never older than the row. Bounded, since an isolate serves
 * any number of projects: the document that was read longest ago goes first.
 */
export class RenderedConfigs {
  readonly #render: Render;
  readonly #limits: typeof defaultLimits;
  /** In the order in which they were last read. */
  readonly #kept = new Map<string, { readonly text: string; readonly rendered: RenderedConfig }>();
  #characters = 0;

  constructor(render: Render, limits = defaultLimits) {
    this.#render = render;
    this.#limits = limits;
  }

  /** Says whether `read` would have nothing to render. */
  keeps(projectId: string, text: string): boolean {
    return this.#kept.get(projectId)?.text === text;
  }

  /** @param text the override as it is stored: JSON */
  read(projectId: string, text: string): RenderedConfig {
    const kept = this.#kept.get(projectId);
    this.#drop(projectId);
    const rendered = kept?.text === text ? kept.rendered : this.#renderText(projectId, text);
    this.#keep(projectId, text, rendered);
    return rendered;
  }

  /** Returns what was read last of a project, which may have changed since. */
  last(projectId: string): { readonly text: string; readonly rendered: RenderedConfig } | undefined {
    return this.#kept.get(projectId);
  }

  #renderText(projectId: string, text: string): RenderedConfig {
    const override: ConfigOverride = JSON.parse(text);
    return { override, config: this.#render(projectId, override) };
  }

  #keep(projectId: string, text: string, rendered: RenderedConfig): void {
    if (text.length > this.#limits.characters) return;
    this.#kept.set(projectId, { text, rendered });
    this.#characters += text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limits.projects && this.#characters <= this.#limits.characters) break;
      this.#drop(oldest);
    }
  }

  #drop(projectId: string): void {
    this.#characters -= this.#kept.get(projectId)?.text.length ?? 0;
    this.#kept.delete(projectId);
  }
}
