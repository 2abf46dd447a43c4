import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { nightPath } from '#contract/constants/tracks/artwork.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import type { PendingWork } from '#renderer/features/admin/shared/use-admin-form.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { FromAddress } from '../upload/from-address.tsx';
import { CoverCrop } from './cover-crop.tsx';
import { type Crop, cutOut, MIDDLE, readPicture } from './crop.ts';
import { FileButton } from './file-button.tsx';
import type { TrackDraft } from './track-form.ts';
import { useFileName } from './use-file-name.ts';
import { useReplace } from './use-replace.ts';

const IMAGE_FILES = '.png,.jpg,.jpeg,.webp,.heic,.heif';

interface CoverFieldProps {
  draft: TrackDraft;
  pending: PendingWork;
  /** Where the cover came from. */
  source: string | undefined;
  onChange: (part: Partial<TrackDraft>) => void;
}

/**
 * The cover in the light and dark theme. Pictures that are not square are cropped before the
 * upload; saving uses the crop as it is shown.
 */
export function CoverField({ draft, pending, source, onChange }: CoverFieldProps) {
  const cover = useReplace('images', pending, ({ path }) =>
    onChange({ image_url: path, focus: null }),
  );
  const [cut, setCut] = useState<{ file: File; picture: ImageBitmap; crop: Crop }>();
  const handleFiles = async (files: readonly File[]) => {
    // Choosing another picture cancels the crop of the previous one.
    setCut(undefined);
    const [file] = files;
    const picture = file && (await readPicture(file));
    if (!picture || picture.width === picture.height) return cover.send(files);
    setCut({ file, picture, crop: MIDDLE });
  };
  const handleCut = useEffectEvent(async () => {
    if (!cut) return true;
    setCut(undefined);
    return cover.sendMade(() => cutOut(cut.file, cut.picture, cut.crop));
  });
  const element = useRef<HTMLDivElement>(null);
  /** Keeps the focus in the form when the buttons of the crop disappear. */
  const focusButton = () => element.current?.querySelector('button')?.focus();
  const isCutting = cut !== undefined;
  useEffect(() => {
    if (!isCutting) return;
    pending.set('crop', () => handleCut());
    return () => void pending.delete('crop');
  }, [isCutting, pending]);
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
        onFetch={cover.bring}
      />
      {draft.image_url ? <CoverName address={draft.image_url} /> : null}
      {source ? <p className="tiny quiet">{source}</p> : null}
      {cut ? (
        <CoverCrop
          key={cut.file.name}
          picture={cut.picture}
          crop={cut.crop}
          onChange={(crop) => setCut({ ...cut, crop })}
          onCut={() => {
            void pending.get('crop')?.();
            focusButton();
          }}
          onCancel={() => {
            setCut(undefined);
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

/** Shows both themes, whatever the admin's own theme is. */
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
