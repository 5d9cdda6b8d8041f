import { ImageCard } from "./parts/image-card";
import { NameCard } from "./parts/name-card";
import type { SectionProps } from "./section";

export function ProfileSection({ user }: SectionProps) {
  return (
    <>
      <NameCard
        title="Name"
        description="What others see. It is not used for signing in."
        label="Display name"
        name={user.displayName}
        autoComplete="name"
        isOptional
        savedMessage="Your name has been saved."
        onSave={(displayName) => user.setDisplayName(displayName || null)}
      />
      <ImageCard
        title="Profile image"
        description="A picture of yourself, for others to recognise you by."
        name={user.displayName ?? user.primaryEmail}
        imageUrl={user.profileImageUrl}
        onSave={(profileImageUrl) => user.update({ profileImageUrl })}
      />
    </>
  );
}
