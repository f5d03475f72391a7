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
  const { name, state, progress, problem, canRetry } = upload
  const isPending = state === 'uploading' || state === 'queued'
  return (
    <li>
      <div className={styles.row}>
        <UploadThumbnail upload={upload} />
        <div className={styles.details}>
          <p className={styles.name}>{name}</p>
          {isPending ? (
            <progress className={styles.progress} value={progress} max={1} aria-label={`Uploading ${name}`} />
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
          <Button variant="quiet" aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {actions}
        <IconButton label={isPending ? `Cancel ${name}` : `Remove ${name}`} onClick={onRemove}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </li>
  )
}

/** A thumbnail of the file, or an icon for its type when the browser cannot show one. */
function UploadThumbnail({ upload: { type, preview } }: { upload: Upload }) {
  const [isBroken, setBroken] = useState(false)
  if (type.startsWith('image/') && preview !== '' && !isBroken)
    return <img className={styles.thumbnail} src={preview} alt="" onError={() => setBroken(true)} />
  const Icon = type.startsWith('video/') ? Film : File
  return (
    <span className={styles.thumbnail}>
      <Icon size={22} aria-hidden="true" />
    </span>
  )
}

function statusText({ state, progress, size }: Upload): string {
  if (state === 'queued') return 'Waiting…'
  if (state === 'waiting') return 'Waiting for the network'
  if (state === 'uploading') return progress < 1 ? `${Math.floor(progress * 100)} %` : 'Processing…'
  return size < MB ? `${Math.ceil(size / KB)} KB` : `${(size / MB).toFixed(1)} MB`
}
