import { MetadataForm } from "./metadata-form";
import type { PartProps } from "./user-page";

/** Data that the app stores with the user. */
export default function MetadataPart({ user }: PartProps) {
  return <MetadataForm user={user} />;
}
