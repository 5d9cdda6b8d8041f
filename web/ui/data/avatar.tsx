import UserIcon from "lucide-react/icons/user";
import { useState } from "react";
import { classNames } from "../theme/class-names";

/** The image of a user or team, else the first two letters of the name, else an icon. Decorative: needs the name beside it. */
export function Avatar({
  name,
  imageUrl,
  className,
}: {
  name?: string | null;
  imageUrl?: string | null;
  className?: string;
}) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isImage = Boolean(imageUrl) && imageUrl !== brokenUrl;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-strong",
        className ?? "size-8 text-xs",
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

function initials(name?: string | null): string | undefined {
  // By code point, so that a letter outside the basic multilingual plane is not cut in half.
  const letters = [...(name?.trim() ?? "")].slice(0, 2).join("").toUpperCase();
  return letters || undefined;
}
