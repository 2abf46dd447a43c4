import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { STAGE_CHOICES } from '#renderer/track-parts/stage-mark.tsx';
import { KIND_CHOICES } from '../tracks.resource.tsx';
import type { BatchChoices } from './upload-queue.ts';

const DEFAULTS: BatchChoices = { category: 'PREGNANCY', kind: 'meditation' };

interface UploadBatchProps {
  files: readonly File[];
  onUpload: (choices: BatchChoices) => void;
  onCancel: () => void;
}

/** Asks for category and kind of a batch before its upload. */
export function UploadBatch({ files, onUpload, onCancel }: UploadBatchProps) {
  const [choices, setChoices] = useState(DEFAULTS);
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
          options={STAGE_CHOICES}
          onChoose={(next) => setChoices({ kind, category: next })}
        />
        <SelectField
          label={files.length === 1 ? 'Kind' : 'Kind of all'}
          value={kind}
          options={KIND_CHOICES}
          onChoose={(next) => setChoices({ category, kind: next })}
        />
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
