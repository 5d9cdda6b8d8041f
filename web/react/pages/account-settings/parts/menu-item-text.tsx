/** The text of a menu item, with the reason why it is disabled. */
export function MenuItemText({ reason, children }: { reason: string | undefined; children: string }) {
  if (!reason) return children;
  return (
    <span className="flex flex-col py-1">
      {children}
      <span className="text-2xs">{reason}</span>
    </span>
  );
}
