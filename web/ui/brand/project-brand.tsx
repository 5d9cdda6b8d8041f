import { useState } from "react";
import { Name } from "../text/name";

/** The logo of a project; its name where it has none, or none that loads. */
export function ProjectBrand({ name, logoUrl }: { name: string; logoUrl: string | null | undefined }) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (!logoUrl || logoUrl === failedUrl) {
    return (
      <span className="text-lg font-semibold tracking-tight text-ink">
        <Name>{name}</Name>
      </span>
    );
  }
  return (
    <img
      src={logoUrl}
      alt={name}
      referrerPolicy="no-referrer"
      className="max-h-12 max-w-48 object-contain"
      onError={() => setFailedUrl(logoUrl)}
    />
  );
}
