import { loadSectionTexts, type Section } from "./load-translation";

/**
 * Loads the code of a section, and resolves once the section's texts are there, too: a route's component shows at once in the
 * language of the dashboard.
 */
export interface SectionPages<Pages> {
  (): Promise<Pages>;
  /** The code alone, for what needs no texts. */
  code: () => Promise<Pages>;
}

/**
 * The pages of a section. Its catalogue, which is generated, has the texts of all modules that `code` leads to.
 *
 * @param code imports the module of the section
 */
export function sectionPages<Pages>(section: Section, code: () => Promise<Pages>): SectionPages<Pages> {
  const pages = async () => {
    const [loaded] = await Promise.all([code(), loadSectionTexts(section)]);
    return loaded;
  };
  return Object.assign(pages, { code });
}
