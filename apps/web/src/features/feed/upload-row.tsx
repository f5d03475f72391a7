import { File, Film, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './upload-row.module.css'
import type { Upload } from './uploads.ts'

const [KB, MB] = [1000, 1_000_000]

type Props = { upload: Upload; onRemove: () => void; onRetry: () => void }

/** A file that is to be shared: what it is, how far it is, why it failed. */
export function UploadRow({ upload, onRemove, onRetry }: Props) {
  const { file, state, progress, problem, canRetry } = upload
  const isOnItsWay = state === 'sending' || state === 'waiting'
  return (
    <li className={styles['row']}>
      <UploadThumbnail upload={upload} />
      <div className={styles['about']}>
        <p className={styles['name']}>{file.name}</p>
        {isOnItsWay ? (
          <progress
            className={styles['progress']}
            value={progress}
            max={1}
            aria-label={`Upload of ${file.name}`}
          />
        ) : null}
        {problem === null ? (
          <p className={styles['state']}>{statusText(upload)}</p>
        ) : (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </div>
      {state === 'failed' && canRetry ? (
        <Button variant="quiet" aria-label={`Retry ${file.name}`} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
      <IconButton label={isOnItsWay ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** What is in the file; a sign for its kind where the browser cannot show it. */
function UploadThumbnail({ upload: { file, preview } }: { upload: Upload }) {
  const [isBroken, setBroken] = useState(false)
  if (file.type.startsWith('image/') && !isBroken)
    return <img className={styles['picture']} src={preview} alt="" onError={() => setBroken(true)} />
  const Icon = file.type.startsWith('video/') ? Film : File
  return (
    <span className={styles['picture']}>
      <Icon size={22} aria-hidden="true" />
    </span>
  )
}

function statusText({ state, progress, file }: Upload): string {
  if (state === 'waiting') return 'Waiting…'
  if (state === 'sending') return progress < 1 ? `${Math.floor(progress * 100)} %` : 'Being made ready…'
  return file.size < MB ? `${Math.ceil(file.size / KB)} KB` : `${(file.size / MB).toFixed(1)} MB`
}
