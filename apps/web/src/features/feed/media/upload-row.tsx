import { File, Film, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './upload-row.module.css'
import type { Upload } from './uploads.ts'

const [KB, MB] = [1000, 1_000_000]

type UploadRowProps = {
  upload: Upload
  onRemove: () => void
  onRetry: () => void
  /** More buttons before the one to remove the file. */
  actions?: ReactNode
  /** What is below the file. */
  children?: ReactNode
}

/** A file to share, with its thumbnail, status, progress, and error. */
export function UploadRow({ upload, onRemove, onRetry, actions, children }: UploadRowProps) {
  const { file, state, progress, problem, canRetry } = upload
  const isPending = state === 'uploading' || state === 'queued'
  return (
    <li>
      <div className={styles.row}>
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
        {actions}
        <IconButton label={isPending ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={onRemove}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {children}
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
