import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import type { ModerationAction } from './use-moderation.ts'

const MAX_REASON_LENGTH = 200

type Props = { isBusy: boolean; onSubmit: (hide: ModerationAction) => void; onCancel: () => void }

/** Why an admin hides something. */
export function HideForm({ isBusy, onSubmit, onCancel }: Props) {
  const [reason, setReason] = useState('')
  return (
    <form
      className={ui.stack16}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({ name: 'hide', reason })
      }}
    >
      <TextField
        label="Reason"
        hint="Members see it instead of the content. The activity log keeps it, with your name."
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={setReason}
      />
      <div className={ui.row}>
        <Button type="submit" variant="strong" disabled={isBusy || reason.trim() === ''}>
          Hide
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
