import { useState } from 'react';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/constants/tracks/tracks.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/field.tsx';
import { stageOf, wordOf } from '#renderer/track-parts/stage-mark.tsx';
import { kindWord } from '../tracks.resource.tsx';
import type { BatchChoices } from './upload-queue.ts';

const FIRST: BatchChoices = { category: 'PREGNANCY', kind: 'meditation' };

interface UploadBatchProps {
  files: readonly File[];
  onUpload: (choices: BatchChoices) => void;
  onCancel: () => void;
}

/** Asked once per batch, before the first upload. */
export function UploadBatch({ files, onUpload, onCancel }: UploadBatchProps) {
  const [choices, setChoices] = useState(FIRST);
  const { category, kind } = choices;
  const [first] = files;
  const what = files.length === 1 && first ? first.name : `${files.length} recordings`;
  return (
    <section className="card stack" aria-labelledby="upload-batch">
      <h2 id="upload-batch">Upload {what}</h2>
      <div className="admin-pair">
        <SelectField
          label={files.length === 1 ? 'Category' : 'Category for all'}
          value={category}
          // `value` is a string; it is one of the options below.
          onChange={({ target: { value } }) =>
            setChoices({
              kind,
              category: AUDIO_CATEGORIES.find((one) => one === value) ?? category,
            })
          }
        >
          {AUDIO_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {wordOf(stageOf(one))}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={files.length === 1 ? 'Kind' : 'Kind of all'}
          value={kind}
          onChange={({ target: { value } }) =>
            setChoices({ category, kind: AUDIO_KINDS.find((one) => one === value) ?? kind })
          }
        >
          {AUDIO_KINDS.map((one) => (
            <option key={one} value={one}>
              {kindWord(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="row admin-wrap">
        <Button onClick={() => onUpload(choices)}>Upload</Button>
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
