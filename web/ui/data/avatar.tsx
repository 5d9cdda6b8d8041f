import UserIcon from "lucide-react/icons/user";
import { type CSSProperties, useState } from "react";
import { classNames } from "../theme/class-names";

/** The image of a user or team, else its initials, else an icon. Decorative: needs the name beside it. */
export function Avatar({
  name,
  imageUrl,
  className,
  shape = "rounded-full bg-accent-soft text-accent-strong",
  style,
}: {
  name?: string | null;
  imageUrl?: string | null;
  /** Its size. */
  className?: string;
  /** Its corners and colours. */
  shape?: string;
  style?: CSSProperties;
}) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isImage = Boolean(imageUrl) && imageUrl !== brokenUrl;
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classNames(
        "inline-flex shrink-0 items-center justify-center overflow-hidden font-semibold",
        className ?? "size-8 text-xs",
        shape,
      )}
    >
      {isImage ? (
        <img
          src={imageUrl ?? ""}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenUrl(imageUrl ?? undefined)}
        />
      ) : (
        (initials(name) ?? <UserIcon className="size-1/2" />)
      )}
    </span>
  );
}

/** Returns the first letters of the first and the last word, or the first two of a single one. */
export function initials(name?: string | null): string | undefined {
  // By code point, so that a letter outside the basic multilingual plane is not cut in half.
  const found = name?.trim().match(/^(.)(?:.*\s(\S)\S*$|(\S?))/su);
  return found?.slice(1).join("").toUpperCase();
}
