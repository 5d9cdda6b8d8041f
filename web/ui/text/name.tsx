/**
 * A name that a person chose, of themself, a team or a project. It is written in its own direction: the text around stays
 * in order, whatever script or direction marks it has.
 */
export function Name({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}
