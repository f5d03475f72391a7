import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { useHasMouse } from '../../../ui/layout/measure.ts'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import styles from './media-form.module.css'
import { UploadRow } from './upload-row.tsx'
import { ACCEPTED_TYPES } from './uploads.ts'
import type { Uploads } from './use-uploads.ts'

type Props = { uploads: Uploads }

/** Lets the user select files, lists them, and uploads them on request. */
export function MediaForm({ uploads: { list, add, remove, send } }: Props) {
  const id = useId()
  const hasMouse = useHasMouse()
  const selectedIds = list.filter(({ state }) => state === 'selected').map((upload) => upload.id)

  function handleFilesSelected(event: ChangeEvent<HTMLInputElement>) {
    add([...(event.target.files ?? [])])
    // Without this, selecting the same file again fires no change event.
    event.target.value = ''
  }

  return (
    <div className={`${ui.stack12} ${forms.form}`}>
      <label className={styles.dropzone} htmlFor={id}>
        <ImagePlus size={24} aria-hidden="true" />
        <span>
          <span className={styles.prompt}>Choose images and videos</span>{' '}
          {hasMouse ? <span className={styles.hint}>or drop or paste them here</span> : null}
        </span>
        <input id={id} type="file" accept={ACCEPTED_TYPES} multiple onChange={handleFilesSelected} />
      </label>
      {list.length === 0 ? null : (
        <ul className={ui.stack8} aria-label="Selected files">
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
      <div className={`${ui.row} ${forms.actions}`}>
        <Button variant="strong" disabled={selectedIds.length === 0} onClick={() => send(selectedIds)}>
          {selectedIds.length > 1 ? `Share ${selectedIds.length} files` : 'Share'}
        </Button>
      </div>
    </div>
  )
}
