/** The pages that have their form in the HTML; the others have a frame in which they load. */
export const formPages = ["sign-in", "sign-up", "forgot-password"] as const;

export type FormPage = (typeof formPages)[number];

/** The form that a page has in its HTML. */
export function formPageAt(pathname: string): FormPage | undefined {
  return formPages.find((page) => pathname === `/handler/${page}`);
}
