import { keys } from "../queries/keys";
import { useQuery } from "../queries/query-hooks";

/** The display names of the providers that can be enabled. */
const names: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  spotify: "Spotify",
  facebook: "Facebook",
  discord: "Discord",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  apple: "Apple",
  x: "X",
  twitch: "Twitch",
};

/** The display name of a provider; its id where it is unknown. */
export function providerName(id: string): string {
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}

/**
 * The provider's logo, or its first letter where it is unknown. Hidden from screen readers. The logos are loaded when the
 * first is shown, after the forms; the name beside them does without.
 */
export function ProviderIcon({ id }: { id: string }) {
  const { data: logos } = useQuery({
    queryKey: keys.component("Provider logos"),
    queryFn: async () => (await import("./provider-logos")).providerLogos,
    structuralSharing: false,
  });
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 shrink-0">
      {Object.hasOwn(names, id) ? (
        logos?.[id]
      ) : (
        <text x="12" y="19" textAnchor="middle" fill="currentColor" fontSize="20" fontWeight="600">
          {id.slice(0, 1).toUpperCase()}
        </text>
      )}
    </svg>
  );
}
