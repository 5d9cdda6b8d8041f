/**
 * The stylesheet of the components for a website of others, which the builds of the kit put here. Empty in the site, which has
 * stylesheets of its own.
 */
export const componentStyles: string = "";
