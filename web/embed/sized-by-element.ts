/** Makes conditions on the width of the window those of a container, the element. A container has no `rem` of its own. */
export function sizedByElement(css: string): string {
  return css.replaceAll(
    /@media\s*(not (?:all and )?)?\((?:width\s*([<>]=?)|min-width:)\s*([\d.]+)rem\)/g,
    (_, negation: string | undefined, comparison: string | undefined, rem: string) => {
      const condition = `(width ${comparison ?? ">="} ${Number(rem) * 16}px)`;
      return `@container gatehouse ${negation ? `(not ${condition})` : condition}`;
    },
  );
}
