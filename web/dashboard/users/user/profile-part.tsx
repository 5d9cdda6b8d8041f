import { AddressesCard } from "./addresses-card";
import type { PartProps } from "./part-props";
import { ProfileForm } from "./profile-form";

/** Who the user is, and where mails reach them. */
export default function ProfilePart({ user, channels }: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ProfileForm user={user} />
      <AddressesCard user={user} channels={channels} />
    </div>
  );
}
