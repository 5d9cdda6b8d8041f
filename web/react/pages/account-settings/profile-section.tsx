import { useTranslation } from "../../../ui/translation/use-translation";
import { ImageCard } from "./parts/image-card";
import { NameCard } from "./parts/name-card";
import type { SectionProps } from "./section";

export function ProfileSection({ user }: SectionProps) {
  const t = useTranslation();
  return (
    <>
      <NameCard
        title={t("Name")}
        description={t("What others see. It is not used for signing in.")}
        label={t("Display name")}
        name={user.displayName}
        autoComplete="name"
        isOptional
        savedMessage={t("Your name has been saved.")}
        onSave={(displayName) => user.setDisplayName(displayName || null)}
      />
      <ImageCard
        of="user"
        name={user.displayName ?? user.primaryEmail}
        imageUrl={user.profileImageUrl}
        onSave={(profileImageUrl) => user.update({ profileImageUrl })}
      />
    </>
  );
}
