import { ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { UploadRow } from '../media/upload-row.tsx'
import { MAX_ALT_TEXT_LENGTH, MAX_CAPTION_LENGTH } from '../media/uploads.ts'
import type { PostFiles } from '../media/use-post-files.ts'
import styles from './post-file-list.module.css'

const NO_ROOM_MESSAGE =
  'This device has no room to keep the file. Stay on this page until the file is uploaded.'

/** The files of a post that is being written, in the order in which the post will show them. */
export function PostFileList({ files }: { files: PostFiles }) {
  return (
    <ul className={ui.stack12} aria-label="Files of this post">
      {files.list.map((upload, index) => {
        const { id, name, state, caption, altText, canRetry, isOnDevice } = upload
        const isRefused = state === 'failed' && !canRetry
        return (
          <UploadRow
            key={id}
            upload={upload}
            onRemove={() => files.remove(id)}
            onRetry={() => files.retry(id)}
            actions={
              index === 0 ? null : (
                <IconButton label={`Move ${name} forward`} onClick={() => files.moveForward(id)}>
                  <ArrowUp size={18} aria-hidden="true" />
                </IconButton>
              )
            }
          >
            {isOnDevice === false && !isRefused && state !== 'uploaded' ? (
              <p className={ui.alert} data-tone="warn" role="alert">
                {NO_ROOM_MESSAGE}
              </p>
            ) : null}
            {isRefused ? null : (
              <div className={styles.texts}>
                <TextField
                  label={`Caption of ${name}`}
                  isLabelHidden
                  placeholder="Caption"
                  maxLength={MAX_CAPTION_LENGTH}
                  value={caption}
                  onChange={(value) => files.describe(id, { caption: value })}
                />
                <TextField
                  label={`Description of ${name}`}
                  isLabelHidden
                  placeholder="Describe it for people who can't see it"
                  maxLength={MAX_ALT_TEXT_LENGTH}
                  value={altText}
                  onChange={(value) => files.describe(id, { altText: value })}
                />
              </div>
            )}
          </UploadRow>
        )
      })}
    </ul>
  )
}
