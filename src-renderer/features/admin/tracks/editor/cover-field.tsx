import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { nightPath } from '#contract/constants/tracks/artwork.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import type { PendingWork } from '#renderer/features/admin/shared/use-admin-form.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { CoverCrop } from './cover-crop.tsx';
import { type Crop, cropToFile, MIDDLE, readPicture } from './crop.ts';
import { FileButton } from './file-button.tsx';
import { FromAddress } from './from-address.tsx';
import type { TrackDraft } from './track-form.ts';
import { useFileName } from './use-file-name.ts';
import { useReplaceFile } from './use-replace-file.ts';

const IMAGE_FILES = '.png,.jpg,.jpeg,.webp,.heic,.heif';

interface CoverFieldProps {
  draft: TrackDraft;
  pending: PendingWork;
  onChange: (part: Partial<TrackDraft>) => void;
}

/** The cover in both themes. Pictures that are not square are cropped before the upload. */
export function CoverField({ draft, pending, onChange }: CoverFieldProps) {
  const cover = useReplaceFile('images', pending, ({ path }) =>
    onChange({ image_url: path, focus: null }),
  );
  const [cropping, setCropping] = useState<{ file: File; picture: ImageBitmap; crop: Crop }>();
  const handleFiles = async (files: readonly File[]) => {
    // Choosing another picture cancels the crop of the previous one.
    setCropping(undefined);
    const [file] = files;
    const picture = file && (await readPicture(file));
    if (!picture || picture.width === picture.height) return cover.send(files);
    setCropping({ file, picture, crop: MIDDLE });
  };
  const uploadCrop = useEffectEvent(async () => {
    if (!cropping) return true;
    setCropping(undefined);
    return cover.sendCreated(() => cropToFile(cropping.file, cropping.picture, cropping.crop));
  });
  const element = useRef<HTMLDivElement>(null);
  /** Keeps the focus in the form when the buttons of the crop disappear. */
  const focusButton = () => element.current?.querySelector('button')?.focus();
  const isCropping = cropping !== undefined;
  useEffect(() => {
    if (!isCropping) return;
    pending.set('crop', () => uploadCrop());
    return () => void pending.delete('crop');
  }, [isCropping, pending]);
  return (
    <div ref={element} className="admin-cover" data-stage={draft.category.toLowerCase()}>
      {draft.image_url ? <DayAndNight address={draft.image_url} /> : <Cover src={null} />}
      <FileButton
        soft
        accept={IMAGE_FILES}
        label="Cover"
        busy={cover.busy}
        onFiles={(files) => void handleFiles(files)}
      >
        Change cover
      </FileButton>
      <FromAddress
        label="Address of the cover"
        isBusy={cover.busy !== false}
        onFetch={cover.fetchFrom}
      />
      {draft.image_url ? <CoverName address={draft.image_url} /> : null}
      {cropping ? (
        <CoverCrop
          key={cropping.file.name}
          picture={cropping.picture}
          crop={cropping.crop}
          onChange={(crop) => setCropping({ ...cropping, crop })}
          onCut={() => {
            void pending.get('crop')?.();
            focusButton();
          }}
          onCancel={() => {
            setCropping(undefined);
            focusButton();
          }}
        />
      ) : null}
      {cover.failure ? <Banner tone="bad">{cover.failure}</Banner> : null}
    </div>
  );
}

function CoverName({ address }: { address: string }) {
  return (
    <p className="tiny quiet">
      <bdi className="admin-name">{useFileName(address)}</bdi>
    </p>
  );
}

/** Shows both themes, regardless of the admin's own theme. */
function DayAndNight({ address }: { address: string }) {
  const [missing, setMissing] = useState<string>();
  const night = nightPath(address);
  return (
    <div className="admin-covers">
      <figure>
        <img className="cover by-night" src={address} alt="" width="600" height="600" />
        <figcaption className="tiny quiet">Day</figcaption>
      </figure>
      {night && night !== missing ? (
        <figure>
          <img
            className="cover by-night"
            src={night}
            alt=""
            width="600"
            height="600"
            onError={() => setMissing(night)}
          />
          <figcaption className="tiny quiet">Night</figcaption>
        </figure>
      ) : null}
    </div>
  );
}
