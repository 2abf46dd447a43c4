import { useState } from 'react';
import { nightPath } from '#contract/words/artwork.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { CoverCrop } from './cover-crop.tsx';
import { type Crop, cutOut, readPicture } from './crop.ts';
import { DownloadLink } from './download-link.tsx';
import { FileButton } from './file-button.tsx';
import { FocusField } from './focus-field.tsx';
import type { TrackDraft } from './track-form.ts';
import { useFileName } from './use-file-name.ts';
import { useReplace } from './use-replace.ts';

const IMAGE_FILES = '.png,.jpg,.jpeg,.webp';

interface CoverFieldProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
}

/** The cover by day and by night. A picture that is not square is cut here, before it is sent. */
export function CoverField({ draft, onChange }: CoverFieldProps) {
  const cover = useReplace('images', ({ path }) => onChange({ image_url: path, focus: null }));
  const [cut, setCut] = useState<{ file: File; picture: ImageBitmap }>();
  const handleFiles = async (files: readonly File[]) => {
    const [file] = files;
    const picture = file && (await readPicture(file));
    if (!picture || picture.width === picture.height) return cover.send(files);
    setCut({ file, picture });
  };
  const handleCut = async (crop: Crop) => {
    if (!cut) return;
    setCut(undefined);
    cover.send([await cutOut(cut.file, cut.picture, crop)]);
  };
  return (
    <>
      <div className="row a-cover" data-stage={draft.category.toLowerCase()}>
        {draft.image_url ? <DayAndNight address={draft.image_url} /> : <Cover src={null} />}
        <div className="a-cover-file">
          <FileButton
            soft
            accept={IMAGE_FILES}
            label="Cover"
            busy={cover.busy}
            onFiles={(files) => void handleFiles(files)}
          >
            Change cover
          </FileButton>
          {draft.image_url ? (
            <DownloadLink address={draft.image_url}>Download cover</DownloadLink>
          ) : null}
          <p className="tiny quiet">At least 600 px</p>
          {draft.image_url ? <CoverName address={draft.image_url} /> : null}
        </div>
      </div>
      {cut ? (
        <CoverCrop
          key={cut.file.name}
          picture={cut.picture}
          onCut={(crop) => void handleCut(crop)}
          onCancel={() => setCut(undefined)}
        />
      ) : null}
      {draft.image_url && !cut ? (
        <FocusField
          picture={draft.image_url}
          focus={draft.focus}
          onChange={(focus) => onChange({ focus })}
        />
      ) : null}
      {cover.failure ? <Banner tone="bad">{cover.failure}</Banner> : null}
    </>
  );
}

function CoverName({ address }: { address: string }) {
  return (
    <p className="tiny quiet">
      <bdi className="a-name">{useFileName(address)}</bdi>
    </p>
  );
}

/** As mothers see it, whatever theme she works in herself. */
function DayAndNight({ address }: { address: string }) {
  const [missing, setMissing] = useState<string>();
  const night = nightPath(address);
  return (
    <div className="a-covers">
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
