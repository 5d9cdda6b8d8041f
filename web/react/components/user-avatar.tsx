import { Avatar } from "../../ui/data/avatar";
import { classNames } from "../../ui/theme/class-names";

export type UserAvatarProps = {
  /** Width and height in pixels. */
  size?: number;
  user?: { displayName?: string | null; primaryEmail?: string | null; profileImageUrl?: string | null } | null;
  border?: boolean;
};

/** A user's image, else the first two letters of their name or address, else an icon. Decorative. */
export function UserAvatar({ size = 34, user, border = false }: UserAvatarProps) {
  return (
    <span style={{ width: size, height: size, fontSize: size * 0.38 }} className="inline-flex shrink-0">
      <Avatar
        name={user?.displayName?.trim() || user?.primaryEmail}
        imageUrl={user?.profileImageUrl}
        className={classNames("size-full", border && "border border-line")}
      />
    </span>
  );
}
