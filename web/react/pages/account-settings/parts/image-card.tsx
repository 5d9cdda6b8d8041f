import { useRef, useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Avatar } from "../../../../ui/data/avatar";
import { Alert } from "../../../../ui/feedback/alert";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { readImage } from "./profile-image/canvas";
import { ProfileImageDialog } from "./profile-image/profile-image-dialog";

/** The image of a user or a team. Without one the first two letters of the name are shown. */
export function ImageCard({
  title,
  description,
  name,
  imageUrl,
  onSave,
}: {
  /** The kind of image, such as "Profile image". */
  title: string;
  description: string;
  name: string | null;
  imageUrl: string | null;
  /** Takes a data URL, or null to remove the image. */
  onSave: (imageUrl: string | null) => Promise<unknown>;
}) {
  const kind = title.toLowerCase();
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
    <Card title={title} description={description}>
      <div className="flex flex-col gap-4">
        {isUnreadable && (
          <Alert tone="danger">Your browser cannot read this file as an image. Choose a JPEG, PNG or WebP.</Alert>
        )}
        <div className="flex flex-wrap items-center gap-5">
          <Avatar name={name} imageUrl={imageUrl} className="size-20 text-2xl" />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => fileInput.current?.click()}>
              {hasImage ? "Change image" : "Upload image"}
            </Button>
            {hasImage && (
              <Button variant="ghost" size="small" onClick={() => setIsRemoving(true)}>
                Remove
              </Button>
            )}
          </div>
          <input
            ref={fileInput}
            type="file"
            accept="image/*"
            hidden
            aria-label={`${title} file`}
            onChange={(event) => void choose(event.currentTarget)}
          />
        </div>
      </div>
      {chosen && (
        <ProfileImageDialog
          title={`Your ${kind}`}
          image={chosen}
          onClose={() => setChosen(undefined)}
          onSave={async (dataUrl) => {
            await onSave(dataUrl);
            toast({ tone: "success", message: `Your ${kind} has been saved.` });
          }}
        />
      )}
      <ConfirmMutation
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove your ${kind}?`}
        description="Others will see the first letters of the name instead."
        confirmLabel="Remove image"
        mutationFn={() => onSave(null)}
      />
    </Card>
  );
}
