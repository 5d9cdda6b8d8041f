import { MetadataForm } from "./metadata-form";
import type { PartProps } from "./part-props";

/** Data that the app stores with the user. */
export default function MetadataPart({ user }: PartProps) {
  return <MetadataForm user={user} />;
}
