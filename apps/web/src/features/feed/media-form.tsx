import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import forms from './forms.module.css'
import styles from './media-form.module.css'
import { UploadRow } from './upload-row.tsx'
import { ACCEPTED_TYPES } from './uploads.ts'
import type { Uploads } from './use-uploads.ts'

type Props = { uploads: Uploads }

/** Chooses files, shows them, and shares them when told to. */
export function MediaForm({ uploads: { list, add, remove, send } }: Props) {
  const id = useId()
  const ready = list.filter(({ state }) => state === 'chosen').map((upload) => upload.id)

  function handleFilesChosen(event: ChangeEvent<HTMLInputElement>) {
    add([...(event.target.files ?? [])])
    // The same file can be chosen again.
    event.target.value = ''
  }

  return (
    <div className={forms['form']}>
      <label className={styles['place']} htmlFor={id}>
        <ImagePlus size={24} aria-hidden="true" />
        <span>
          <span className={styles['call']}>Choose images and videos</span>
          <span className={forms['note']}>or drop them here, or paste them</span>
        </span>
        <input id={id} type="file" accept={ACCEPTED_TYPES} multiple onChange={handleFilesChosen} />
      </label>
      {list.length === 0 ? null : (
        <ul className={styles['list']} aria-label="Chosen files">
          {list.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRemove={() => remove(upload.id)}
              onRetry={() => send([upload.id])}
            />
          ))}
        </ul>
      )}
      <div className={forms['end']}>
        <Button variant="strong" disabled={ready.length === 0} onClick={() => send(ready)}>
          {ready.length > 1 ? `Share ${ready.length} files` : 'Share'}
        </Button>
      </div>
    </div>
  )
}
