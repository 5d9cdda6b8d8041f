import { useLayoutEffect, useRef, useState } from "react";
import { onPageSchemeChange } from "../ui/theme/page-scheme";
import type { ProjectAppearance } from "./use-appearance";

/** The logo of the project for the scheme that the element shows; nothing where it has none, or none that loads. */
export function ProjectLogo({ logoUrl, logoDarkUrl }: Pick<ProjectAppearance, "logoUrl" | "logoDarkUrl">) {
  const probe = useRef<HTMLDivElement>(null);
  const [isDark, setIsDark] = useState<boolean>();
  const [failedUrl, setFailedUrl] = useState<string>();

  // Only style sheets know the scheme of an element: an attribute, the website or the device decides. After each render, as
  // an attribute may have changed.
  useLayoutEffect(() => {
    const read = () => probe.current && setIsDark(getComputedStyle(probe.current).caretColor === "rgb(255, 255, 255)");
    read();
    return onPageSchemeChange(read);
  });

  const url = (isDark && logoDarkUrl) || logoUrl;
  if (!logoUrl && !logoDarkUrl) return null;
  return (
    <div ref={probe} className="mb-6 flex h-12 items-center justify-center caret-[light-dark(#000,#fff)] empty:hidden">
      {isDark !== undefined && url && url !== failedUrl && (
        // The name of the project is in the text below it.
        <img
          src={url}
          alt=""
          part="logo"
          referrerPolicy="no-referrer"
          className="max-h-full max-w-48 object-contain"
          onError={() => setFailedUrl(url)}
        />
      )}
    </div>
  );
}
