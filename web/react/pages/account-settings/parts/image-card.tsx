import { useRef, useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Avatar } from "../../../../ui/data/avatar";
import { Alert } from "../../../../ui/feedback/alert";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import type { PlainMessage } from "../../../../ui/translation/message";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { ProfileImageDialog, readImage } from "./profile-image/profile-image-dialog";

const wordings = {
  user: {
    title: "Profile image",
    description: "A picture of yourself, for others to recognise you by.",
    file: "Profile image file",
    yours: "Your profile image",
    saved: "Your profile image has been saved.",
    removal: "Remove your profile image?",
  },
  team: {
    title: "Team image",
    description: "A picture for others to recognise the team by.",
    file: "Team image file",
    yours: "Your team image",
    saved: "Your team image has been saved.",
    removal: "Remove your team image?",
  },
} satisfies Record<string, Record<string, PlainMessage>>;

/** The image of a user or a team. Without one the first two letters of the name are shown. */
export function ImageCard({
  of,
  name,
  imageUrl,
  onSave,
}: {
  of: keyof typeof wordings;
  name: string | null;
  imageUrl: string | null;
  /** Takes a data URL, or null to remove the image. */
  onSave: (imageUrl: string | null) => Promise<unknown>;
}) {
  const t = useTranslation();
  const wording = wordings[of];
  const toast = useToast();
  const fileInput = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const hasImage = imageUrl !== null;

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    // Choosing the same file again then fires another change event.
    input.value = "";
    if (!file) return;
    const image = await readImage(file);
    setIsUnreadable(image === undefined);
    setChosen(image);
  }

  return (
    <Card title={t(wording.title)} description={t(wording.description)}>
      <div className="flex flex-col gap-4">
        {isUnreadable && (
          <Alert tone="danger">
            {t("Your browser cannot read this file as an image. Choose a JPEG, PNG or WebP.")}
          </Alert>
        )}
        <div className="flex flex-wrap items-center gap-5">
          <Avatar name={name} imageUrl={imageUrl} className="size-20 text-2xl" />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => fileInput.current?.click()}>
              {hasImage ? t("Change image") : t("Upload image")}
            </Button>
            {hasImage && (
              <Button variant="ghost" size="small" onClick={() => setIsRemoving(true)}>
                {t("Remove")}
              </Button>
            )}
          </div>
          <input
            ref={fileInput}
            type="file"
            accept="image/*"
            hidden
            aria-label={t(wording.file)}
            onChange={(event) => void choose(event.currentTarget)}
          />
        </div>
      </div>
      {chosen && (
        <ProfileImageDialog
          title={t(wording.yours)}
          image={chosen}
          onClose={() => setChosen(undefined)}
          onSave={async (dataUrl) => {
            await onSave(dataUrl);
            toast({ tone: "success", message: t(wording.saved) });
          }}
        />
      )}
      <ConfirmMutation
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={t(wording.removal)}
        description={t("Others will see the first letters of the name instead.")}
        confirmLabel={t("Remove image")}
        mutationFn={() => onSave(null)}
      />
    </Card>
  );
}
