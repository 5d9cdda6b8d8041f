import type { CSSProperties } from "react";
import { Avatar } from "../../ui/data/avatar";

interface AvatarProps {
  name: string | null;
  imageUrl: string | null;
  /** Its size. */
  className?: string;
}

/** A person: a circle in the colour of the name. */
export function PersonAvatar(props: AvatarProps) {
  return <Avatar {...props} shape="rounded-full avatar-tint" style={tintOf(props.name)} />;
}

/** A team: a square in the colour of the name. */
export function TeamAvatar(props: AvatarProps) {
  return <Avatar {...props} shape="rounded-[22%] avatar-tint" style={tintOf(props.name)} />;
}

/** Returns one of twelve hues for a name, the same each time. */
function tintOf(name: string | null): CSSProperties {
  let sum = 0;
  for (const letter of name ?? "") sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return { "--avatar-hue": (sum % 12) * 30 } as CSSProperties;
}
