import { File, Film, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './upload-row.module.css'
import type { Upload } from './uploads.ts'

const [KB, MB] = [1000, 1_000_000]

type Props = { upload: Upload; onDrop: () => void; onRetry: () => void }

/** A file that is to be shared: what it is, how far it is, why it failed. */
export function UploadRow({ upload, onDrop, onRetry }: Props) {
  const { file, preview, state, sent, problem, canRetry } = upload
  const Icon = file.type.startsWith('video/') ? Film : File
  const isOnItsWay = state === 'sending' || state === 'waiting'
  return (
    <li className={styles['row']}>
      {file.type.startsWith('image/') ? (
        <img className={styles['picture']} src={preview} alt="" />
      ) : (
        <span className={styles['picture']}>
          <Icon size={22} aria-hidden="true" />
        </span>
      )}
      <div className={styles['about']}>
        <p className={styles['name']}>{file.name}</p>
        {isOnItsWay ? (
          <progress
            className={styles['progress']}
            value={sent}
            max={1}
            aria-label={`Upload of ${file.name}`}
          />
        ) : null}
        {problem === null ? (
          <p className={styles['state']}>{stateOf(upload)}</p>
        ) : (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </div>
      {state === 'failed' && canRetry ? (
        <Button look="quiet" aria-label={`Retry ${file.name}`} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
      <IconButton label={isOnItsWay ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={onDrop}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function stateOf({ state, sent, file }: Upload): string {
  if (state === 'waiting') return 'Waiting…'
  if (state === 'sending') return sent < 1 ? `${Math.floor(sent * 100)} %` : 'Being made ready…'
  return file.size < MB ? `${Math.ceil(file.size / KB)} KB` : `${(file.size / MB).toFixed(1)} MB`
}
