import { getErrorMessage } from '../../../api/api-error.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Fill, Grid, Row } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import type { History } from '../use-history.ts'
import { PictureInput } from './picture-input.tsx'
import { useDeletePicture, useUploadPicture } from './use-history-admin.ts'

type Person = History['people'][number]

type Props = { league: string; people: readonly Person[] }

/** Uploads and removes the pictures shown with owners. */
export function OwnerPictures({ league, people }: Props) {
  if (people.length === 0)
    return <EmptyState hint="Owners show up here once a season is stored.">No owners yet.</EmptyState>
  return (
    <Grid as="ul" min={340} gap={0}>
      {people.map((person) => (
        <OwnerPictureRow key={person.owner} league={league} person={person} />
      ))}
    </Grid>
  )
}

function OwnerPictureRow({ league, person: { owner, slug, picture } }: { league: string; person: Person }) {
  const upload = useUploadPicture(league)
  const remove = useDeletePicture(league)
  const isBusy = upload.isPending || remove.isPending
  const error = upload.error ?? remove.error
  return (
    <Row as="li" wraps className={ui.listItem}>
      <Avatar name={owner} src={picture} size="m" />
      <Fill as="span" style={{ flexBasis: 104 }}>
        {owner}
      </Fill>
      {slug === '' ? (
        <span className={ui.note}>Names without letters can't have a picture.</span>
      ) : (
        <Row>
          <PictureInput
            label={`Picture of ${owner}`}
            hasPicture={picture !== null}
            isUploading={upload.isPending}
            isBusy={isBusy}
            onSelect={(file) => {
              remove.reset()
              upload.mutate({ owner, file })
            }}
          />
          {picture === null ? null : (
            <ConfirmButton
              label={`Remove ${owner}'s picture`}
              question={`Remove ${owner}'s picture?`}
              consequence="Initials will be shown instead."
              confirmLabel="Remove picture"
              disabled={isBusy}
              onConfirm={() => {
                upload.reset()
                remove.mutate(owner)
              }}
            >
              Remove
            </ConfirmButton>
          )}
        </Row>
      )}
      {error === null ? null : <Notice tone="bad">{getErrorMessage(error, 'Upload failed.')}</Notice>}
    </Row>
  )
}
