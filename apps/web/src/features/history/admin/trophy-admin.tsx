import { useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Fill, Row } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { TrophyPicture } from '../trophies/trophy-picture.tsx'
import type { Trophy } from '../use-history.ts'
import { PictureInput } from './picture-input.tsx'
import { useDeleteTrophy, useDescribeTrophy, useUploadTrophy } from './use-history-admin.ts'

const MAX_DESCRIPTION_LENGTH = 200

type Props = { league: string; trophy: Trophy | null }

/** Uploads, describes and removes the picture of the league's trophy. */
export function TrophyAdmin({ league, trophy }: Props) {
  const stored = trophy?.description ?? ''
  // null shows what is stored, which another admin may change.
  const [draft, setDraft] = useState<string | null>(null)
  const upload = useUploadTrophy(league)
  const describe = useDescribeTrophy(league)
  const remove = useDeleteTrophy(league)
  const actions = [upload, describe, remove]
  const isBusy = actions.some(({ isPending }) => isPending)
  const error = upload.error ?? describe.error ?? remove.error
  const problem = error instanceof ApiError ? error.fields?.['description'] : undefined
  const description = draft ?? stored
  const resetErrors = () => {
    for (const action of actions) action.reset()
  }
  return (
    <Row wraps gap={5} align="start">
      <TrophyPicture trophy={trophy} />
      <Fill className={ui.stack12} style={{ flexBasis: 260 }}>
        <p className={ui.note}>
          A photo of the trophy, shown in the trophy case and on the shelves of champions.
        </p>
        <Form
          className={ui.stack8}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            resetErrors()
            describe.mutate(description, { onSuccess: () => setDraft(null) })
          }}
        >
          <TextField
            label="What the picture shows"
            hint="Read to people who can't see it, like “A silver cup with a football on top”."
            value={description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            problem={problem}
            onChange={setDraft}
          />
          {trophy === null ? null : (
            <Button type="submit" disabled={isBusy || description.trim() === stored}>
              {describe.isPending ? 'Saving…' : 'Save description'}
            </Button>
          )}
        </Form>
        <Row wraps>
          <PictureInput
            label="Picture of the trophy"
            hasPicture={trophy !== null}
            isUploading={upload.isPending}
            isBusy={isBusy}
            onSelect={(file) => {
              resetErrors()
              upload.mutate({ file, description }, { onSuccess: () => setDraft(null) })
            }}
          />
          {trophy === null ? null : (
            <ConfirmButton
              label="Remove the trophy picture"
              question="Remove the trophy picture?"
              consequence="A drawing of a cup will be shown instead."
              confirmLabel="Remove picture"
              disabled={isBusy}
              onConfirm={() => {
                resetErrors()
                remove.mutate(undefined, { onSuccess: () => setDraft(null) })
              }}
            >
              Remove
            </ConfirmButton>
          )}
        </Row>
        {error === null || problem !== undefined ? null : (
          <Notice tone="bad">{getErrorMessage(error, 'Upload failed.')}</Notice>
        )}
      </Fill>
    </Row>
  )
}
