import { File, Film, ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { useHasMouse } from '../../../ui/layout/measure.ts'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import styles from './media-form.module.css'
import { ACCEPTED_TYPES, type Upload } from './uploads.ts'
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

const [KB, MB] = [1000, 1_000_000]

type UploadRowProps = { upload: Upload; onRemove: () => void; onRetry: () => void }

/** A file to share, with its thumbnail, status, progress, and error. */
function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { file, state, progress, problem, canRetry } = upload
  const isPending = state === 'uploading' || state === 'queued'
  return (
    <li className={styles.row}>
      <UploadThumbnail upload={upload} />
      <div className={styles.details}>
        <p className={styles.name}>{file.name}</p>
        {isPending ? (
          <progress
            className={styles.progress}
            value={progress}
            max={1}
            aria-label={`Uploading ${file.name}`}
          />
        ) : null}
        {problem === null ? (
          <p className={styles.status}>{statusText(upload)}</p>
        ) : (
          <p className={ui.alert} data-tone="bad" role="alert">
            {problem}
          </p>
        )}
      </div>
      {state === 'failed' && canRetry ? (
        <Button variant="quiet" aria-label={`Retry ${file.name}`} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
      <IconButton label={isPending ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** A thumbnail of the file, or an icon for its type when the browser cannot show one. */
function UploadThumbnail({ upload: { file, preview } }: { upload: Upload }) {
  const [isBroken, setBroken] = useState(false)
  if (file.type.startsWith('image/') && !isBroken)
    return <img className={styles.thumbnail} src={preview} alt="" onError={() => setBroken(true)} />
  const Icon = file.type.startsWith('video/') ? Film : File
  return (
    <span className={styles.thumbnail}>
      <Icon size={22} aria-hidden="true" />
    </span>
  )
}

function statusText({ state, progress, file }: Upload): string {
  if (state === 'queued') return 'Waiting…'
  if (state === 'uploading') return progress < 1 ? `${Math.floor(progress * 100)} %` : 'Processing…'
  return file.size < MB ? `${Math.ceil(file.size / KB)} KB` : `${(file.size / MB).toFixed(1)} MB`
}
