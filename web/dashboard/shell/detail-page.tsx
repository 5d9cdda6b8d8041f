import { type ComponentProps, type ComponentType, type ReactNode, Suspense } from "react";
import { Avatar } from "../../ui/data/avatar";
import { CopyField } from "../../ui/data/copy-field";
import { LoadingPart, Parts } from "./part-links";
import { SectionHeader } from "./section-header";

/** The page of one of a list, such as a user, with all that an owner can see of it and do, in parts. */
export function DetailPage<Part extends string, Props extends object>({
  notice,
  name,
  imageUrl,
  facts,
  id,
  idLabel,
  parts,
  components,
  shown,
  ...header
}: ComponentProps<typeof SectionHeader> & {
  /** Between the head and the facts. */
  notice?: ReactNode;
  name: string | null;
  imageUrl: string | null;
  facts: readonly { name: string; value: ReactNode }[];
  id: string;
  idLabel: string;
  parts: ComponentProps<typeof Parts<Part>>;
  components: Readonly<Record<Part, ComponentType<Props>>>;
  /** What is shown, as its parts take it. */
  shown: Props;
}) {
  const OpenPart: ComponentType<Props> = components[parts.open];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <SectionHeader {...header} />
        {notice}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-xs">
          <Avatar name={name} imageUrl={imageUrl} className="size-14 text-lg" />
          {/* In two columns, so that the card is as high whatever the facts are. */}
          <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[auto_auto] justify-start gap-x-8 gap-y-3 text-sm 2xl:flex 2xl:flex-wrap">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex flex-col gap-0.5">
                <dt className="text-2xs text-ink-soft">{name}</dt>
                <dd className="text-ink">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="w-full min-w-0 lg:w-96">
            <CopyField label={idLabel} value={id} />
          </div>
        </div>
      </div>
      <Parts {...parts} />
      {/* A part of its own for each: what was typed for one is not kept for another. */}
      <Suspense key={`${id} ${parts.open}`} fallback={<LoadingPart />}>
        <OpenPart {...shown} />
      </Suspense>
    </div>
  );
}
