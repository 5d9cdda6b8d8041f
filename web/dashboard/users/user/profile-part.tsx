import { AddressesCard } from "./addresses-card";
import { ProfileForm } from "./profile-form";
import type { PartProps } from "./user-page";

/** Who the user is, and where mails reach them. */
export default function ProfilePart({ user, channels }: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ProfileForm user={user} />
      <AddressesCard user={user} channels={channels} />
    </div>
  );
}
