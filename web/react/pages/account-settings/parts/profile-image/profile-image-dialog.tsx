import { type ComponentProps, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../../../ui/buttons/button";
import { Alert } from "../../../../../ui/feedback/alert";
import { Field } from "../../../../../ui/forms/field";
import { Dialog } from "../../../../../ui/overlays/dialog";
import { useTranslation } from "../../../../../ui/translation/use-translation";
import { describeFailure } from "../../../../errors/describe-failure";
import { settled } from "../../../../errors/outcomes";
import { useMutation } from "../../../../queries/query-hooks";
import { type Crop, cropSquare, dragCrop, maxZoom, middleCrop, shrink } from "./crop";

/** Pixels of the preview; shown at half the size, for dense screens. */
const previewSide = 448;

/** Crops an image, by dragging it or with the sliders. */
export function ProfileImageDialog({
  title,
  image,
  onSave,
  onClose,
}: {
  title: string;
  image: ImageBitmap;
  /** Takes a data URL of less than 100 KB. */
  onSave: (dataUrl: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const [crop, setCrop] = useState(middleCrop);
  const { side } = cropSquare(image, crop);

  const { mutateAsync, error } = useMutation({
    mutationFn: async () => onSave(await croppedImage(image, crop)),
    onSuccess: onClose,
  });

  const slider = (value: number) => ({ min: 0, max: 1, step: 0.01, value });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={t("Drag the image, or use the sliders.")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button onClick={() => settled(mutateAsync())}>{t("Save image")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {error && <Alert tone="danger">{describeFailure(error, t)}</Alert>}
        <div className="flex flex-col items-center gap-6 sm:flex-row">
          <Preview image={image} crop={crop} onCrop={setCrop} />
          <div className="flex w-full flex-col gap-4">
            <RangeField
              label={t("Zoom")}
              min={1}
              max={maxZoom}
              step={0.01}
              value={crop.zoom}
              onChange={(event) => setCrop({ ...crop, zoom: event.target.valueAsNumber })}
            />
            <RangeField
              label={t("Left to right")}
              disabled={side >= image.width}
              {...slider(crop.x)}
              onChange={(event) => setCrop({ ...crop, x: event.target.valueAsNumber })}
            />
            <RangeField
              label={t("Top to bottom")}
              disabled={side >= image.height}
              {...slider(crop.y)}
              onChange={(event) => setCrop({ ...crop, y: event.target.valueAsNumber })}
            />
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ image, crop, onCrop }: { image: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void }) {
  const t = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop);
  }, [image, crop]);

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const shown = event.currentTarget.clientWidth;
    onCrop(dragCrop(image, crop, event.movementX / shown, event.movementY / shown));
  }

  return (
    <canvas
      ref={canvas}
      width={previewSide}
      height={previewSide}
      role="img"
      aria-label={t("Preview")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="size-56 shrink-0 cursor-grab touch-none rounded-full border border-line active:cursor-grabbing"
    />
  );
}

/** The pixels of a file; undefined when the browser cannot read it as an image. */
export async function readImage(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}

/** Draws the kept square over the whole of a square canvas. JPEG has no transparency: what shows through becomes white. */
function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw images.");
  const { left, top, side } = cropSquare(image, crop);
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The kept square as a data URL that may be uploaded: a JPEG of less than 100 KB. */
async function croppedImage(image: ImageBitmap, crop: Crop): Promise<string> {
  const canvas = document.createElement("canvas");
  return dataUrl(
    await shrink(cropSquare(image, crop).side, (side, quality) => {
      canvas.width = side;
      canvas.height = side;
      drawCrop(canvas, image, crop);
      return encodeJpeg(canvas, quality);
    }),
  );
}

function encodeJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("The image could not be cut out.")));
    canvas.toBlob(done, "image/jpeg", quality);
  });
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The image could not be cut out.", { cause: reader.error }));
    reader.readAsDataURL(blob);
  });
}

/** A slider, for a number whose exact value does not matter. */
function RangeField({ label, id, ...input }: { label: string } & Omit<ComponentProps<"input">, "type">) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <input {...input} {...control} type="range" className="h-6 w-full accent-accent disabled:opacity-60" />
      )}
    </Field>
  );
}
