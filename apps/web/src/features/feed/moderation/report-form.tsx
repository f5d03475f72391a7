import { REPORT_REASON_LABELS, REPORT_REASONS, type ReportReason } from '@fieldhouse/domain/league/moderation'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import ui from '../../../ui/ui.module.css'
import type { ModerationAction } from './use-moderation.ts'

const MAX_NOTE_LENGTH = 500

const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_LABELS[value] }))

type Props = { isBusy: boolean; onSubmit: (report: ModerationAction) => void; onCancel: () => void }

/** Why the user reports something. */
export function ReportForm({ isBusy, onSubmit, onCancel }: Props) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  return (
    <form
      className={ui.stack16}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== null) onSubmit({ name: 'report', reason, note })
      }}
    >
      <RadioGroup isStacked label="What is wrong?" options={OPTIONS} value={reason} onChange={setReason} />
      <Field label="Note (optional)" hint="The league admins see your name, the reason and the note.">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <div className={ui.row}>
        <Button type="submit" variant="strong" disabled={isBusy || reason === null}>
          Send report
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
