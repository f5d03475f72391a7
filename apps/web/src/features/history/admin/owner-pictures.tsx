import { getErrorMessage } from '../../../api/api-error.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { History } from '../use-history.ts'
import styles from './owner-pictures.module.css'
import { useDeletePicture, useUploadPicture } from './use-history-admin.ts'

type Person = History['people'][number]

type Props = { league: string; people: readonly Person[] }

/** A picture for each owner, shown wherever the owner is. */
export function OwnerPictures({ league, people }: Props) {
  if (people.length === 0)
    return <EmptyState hint="They come with the first season.">No owners yet.</EmptyState>
  return (
    <ul className={styles['people']}>
      {people.map((person) => (
        <OwnerPictureRow key={person.owner} league={league} person={person} />
      ))}
    </ul>
  )
}

function OwnerPictureRow({ league, person: { owner, slug, picture } }: { league: string; person: Person }) {
  const upload = useUploadPicture(league)
  const remove = useDeletePicture(league)
  const isBusy = upload.isPending || remove.isPending
  const error = upload.error ?? remove.error
  return (
    <li className={styles['person']}>
      <Avatar name={owner} src={picture} size="m" />
      <span className={styles['name']}>{owner}</span>
      {slug === '' ? (
        <span className={styles['hint']}>A name without letters has no picture.</span>
      ) : (
        <div className={styles['acts']}>
          <label className={styles['upload']} data-busy={isBusy || undefined}>
            {upload.isPending ? 'Uploading…' : picture === null ? 'Add' : 'Replace'}
            <input
              type="file"
              accept="image/*"
              aria-label={`Picture of ${owner}`}
              disabled={isBusy}
              onChange={(event) => {
                const file = event.target.files?.[0]
                // The same file can be chosen again after a failure.
                event.target.value = ''
                remove.reset()
                if (file !== undefined) upload.mutate({ owner, file })
              }}
            />
          </label>
          {picture === null ? null : (
            <ConfirmButton
              label={`Remove the picture of ${owner}`}
              question={`Remove the picture of ${owner}?`}
              consequence="The initials stand in its place."
              confirmLabel="Remove the picture"
              disabled={isBusy}
              onConfirm={() => {
                upload.reset()
                remove.mutate(owner)
              }}
            >
              Remove
            </ConfirmButton>
          )}
        </div>
      )}
      {error === null ? null : (
        <div className={styles['failed']}>
          <Notice tone="bad">{getErrorMessage(error, 'Upload failed.')}</Notice>
        </div>
      )}
    </li>
  )
}
