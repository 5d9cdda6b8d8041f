import { useRef, useState } from "react";
import type { CurrentUser } from "../../../kit";
import { Alert } from "../../../ui/alert";
import { Avatar } from "../../../ui/avatar";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ConfirmDialog } from "../../../ui/dialog";
import { useToast } from "../../../ui/toast";
import { readImage } from "../../profile-image/canvas";
import { ProfileImageDialog } from "../../profile-image/profile-image-dialog";
import { inPlainWords } from "../../submit";

export function ProfileImageCard({ user }: { user: CurrentUser }) {
  const toast = useToast();
  const fileInput = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const hasImage = user.profileImageUrl !== null;

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    // So that choosing the same file again is a change again.
    input.value = "";
    if (!file) return;
    const image = await readImage(file);
    setIsUnreadable(image === undefined);
    setChosen(image);
  }

  return (
    <Card title="Profile image" description="A picture of yourself, for others to recognise you by.">
      <div className="flex flex-col gap-4">
        {isUnreadable && (
          <Alert tone="danger">This file is no image that your browser can read. Choose a JPEG, PNG or WebP.</Alert>
        )}
        <div className="flex flex-wrap items-center gap-5">
          <Avatar
            name={user.displayName ?? user.primaryEmail}
            imageUrl={user.profileImageUrl}
            className="size-20 text-2xl"
          />
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
            aria-label="Profile image file"
            onChange={(event) => void choose(event.currentTarget)}
          />
        </div>
      </div>
      {chosen && (
        <ProfileImageDialog
          image={chosen}
          onClose={() => setChosen(undefined)}
          onSave={async (profileImageUrl) => {
            await user.update({ profileImageUrl });
            toast({ tone: "success", message: "Your profile image has been saved." });
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title="Remove your profile image?"
        description="Others will see the first letters of your name instead."
        confirmLabel="Remove image"
        onConfirm={() => inPlainWords(user.update({ profileImageUrl: null }))}
      />
    </Card>
  );
}
