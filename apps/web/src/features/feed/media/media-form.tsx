import { ArrowUp, FileIcon, Film, ImagePlus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Fill, Grid, Row, Stack, Text, useHasMouse } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import feedStyles from '../feed.module.css'
import styles from './media.module.css'
import { ACCEPTED_TYPES, MAX_ALT_TEXT_LENGTH, MAX_CAPTION_LENGTH, type Upload } from './uploads.ts'
import type { PostFiles, Uploads } from './use-uploads.ts'

const [KB, MB] = [1000, 1_000_000]

const NO_ROOM_MESSAGE =
  'This device has no room to keep the file. Stay on this page until the file is uploaded.'

export function MediaForm({ uploads: { list, add, remove, send } }: { uploads: Uploads }) {
  const hasMouse = useHasMouse()
  const selectedIds = list.filter(({ state }) => state === 'selected').map((upload) => upload.id)

  return (
    <Stack gap={3}>
      <FileChooser className={`${ui.opens} ${ui.muted} ${styles.dropzone}`} onChoose={add}>
        <ImagePlus size={24} aria-hidden="true" />
        <span>
          <strong>Choose images and videos</strong>{' '}
          {hasMouse ? <Text size="s">or drop or paste them here</Text> : null}
        </span>
      </FileChooser>
      {list.length === 0 ? null : (
        <Stack as="ul" gap={2} aria-label="Selected files">
          {list.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRemove={() => remove(upload.id)}
              onRetry={() => send([upload.id])}
            />
          ))}
        </Stack>
      )}
      <Row wraps className={feedStyles.submit}>
        <Button variant="strong" disabled={selectedIds.length === 0} onClick={() => send(selectedIds)}>
          {selectedIds.length > 1 ? `Share ${selectedIds.length} files` : 'Share'}
        </Button>
      </Row>
    </Stack>
  )
}

type ChooserProps = { className: string; onChoose: (files: readonly File[]) => void; children: ReactNode }

export function FileChooser({ className, onChoose, children }: ChooserProps) {
  return (
    <label className={`${ui.focusRing} ${className}`}>
      {children}
      <input
        className={ui.invisible}
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Without this, selecting the same file again fires no change event.
          target.value = ''
        }}
      />
    </label>
  )
}

export function PostFileList({ files }: { files: PostFiles }) {
  return (
    <Stack as="ul" gap={3} aria-label="Files of this post">
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
                <IconButton
                  icon={ArrowUp}
                  iconSize={18}
                  label={`Move ${name} forward`}
                  onClick={() => files.moveForward(id)}
                />
              )
            }
          >
            {isOnDevice === false && !isRefused && state !== 'uploaded' ? (
              <p className={ui.alert} data-tone="warn" role="alert">
                {NO_ROOM_MESSAGE}
              </p>
            ) : null}
            {isRefused ? null : (
              <Grid min={260} gap={2}>
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
              </Grid>
            )}
          </UploadRow>
        )
      })}
    </Stack>
  )
}

type UploadRowProps = {
  upload: Upload
  onRemove: () => void
  onRetry: () => void
  actions?: ReactNode
  children?: ReactNode
}

function UploadRow({ upload, onRemove, onRetry, actions, children }: UploadRowProps) {
  const { name, state, progress, problem, canRetry } = upload
  const isPending = state === 'uploading' || state === 'queued'
  return (
    <Stack as="li" gap={2}>
      <Row>
        <UploadThumbnail upload={upload} />
        <Fill>
          <Text as="p" weight={600} lines={1}>
            {name}
          </Text>
          {isPending ? <progress value={progress} max={1} aria-label={`Uploading ${name}`} /> : null}
          {problem === null ? (
            <p className={ui.note}>{statusText(upload)}</p>
          ) : (
            <p className={ui.alert} data-tone="bad" role="alert">
              {problem}
            </p>
          )}
        </Fill>
        {state === 'failed' && canRetry ? (
          <Button variant="quiet" aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {actions}
        <IconButton
          icon={X}
          iconSize={18}
          label={isPending ? `Cancel ${name}` : `Remove ${name}`}
          onClick={onRemove}
        />
      </Row>
      {children}
    </Stack>
  )
}

function UploadThumbnail({ upload: { type, preview } }: { upload: Upload }) {
  const [isBroken, setBroken] = useState(false)
  if (type.startsWith('image/') && preview !== '' && !isBroken)
    return <img className={styles.thumbnail} src={preview} alt="" onError={() => setBroken(true)} />
  const Icon = type.startsWith('video/') ? Film : FileIcon
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
