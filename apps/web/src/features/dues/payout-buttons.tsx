import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { formatAmount, today } from './dues-text.ts'
import { useChangeDues } from './use-dues.ts'

type AddProps = {
  league: string
  /** The names of the prize and the winner. */
  prize: string
  team: string
  payout: { season: number; prize_id: number; week: number | null; team_id: number; amount: string }
}

/** A button that notes that a winner was paid. */
export function AddPayout({ league, prize, team, payout }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState('')
  const change = useChangeDues(league)
  const close = () => setOpen(false)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (change.isPending) return
    const body = { ...payout, paid_on: day }
    change.mutate({ key: 'POST /api/league/:league/dues/payouts/', body }, { onSuccess: close })
  }

  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Note payout to ${team} for ${prize}${payout.week === null ? '' : `, Week ${payout.week}`}`}
        onClick={() => {
          setDay(today())
          setOpen(true)
        }}
      >
        Note payout
      </Button>
      {isOpen ? (
        <Dialog title="Note a payout" onClose={close}>
          <Form className={ui.stack16} onSubmit={handleSubmit}>
            <p>
              {formatAmount(payout.amount)} to {team} for {prize}
              {payout.week === null ? '' : `, Week ${payout.week}`}. For the record only: no money moves here.
            </p>
            <TextField
              label="Paid on"
              type="date"
              required
              value={day}
              onChange={setDay}
              problem={getFieldErrors(change.error)['paid_on']}
            />
            <ErrorNotice error={change.error} fallback="Failed to save." />
            <div className={ui.row}>
              <Button type="submit" variant="strong" disabled={change.isPending || day === ''}>
                {change.isPending ? 'Saving…' : 'Save payout'}
              </Button>
              <Button onClick={close}>Cancel</Button>
            </div>
          </Form>
        </Dialog>
      ) : null}
    </>
  )
}

type RemoveProps = { league: string; id: number; prize: string; team: string }

/** A button that undoes the note of a payout. */
export function RemovePayout({ league, id, prize, team }: RemoveProps) {
  const change = useChangeDues(league)
  return (
    <div>
      <ConfirmButton
        label={`Undo the payout to ${team} for ${prize}`}
        question="Undo this payout?"
        consequence={`The note that ${team} was paid for ${prize} is removed.`}
        confirmLabel="Undo payout"
        disabled={change.isPending}
        onConfirm={() => change.mutate({ key: 'payout', id })}
      >
        Undo
      </ConfirmButton>
      <ErrorNotice error={change.error} fallback="Failed to undo the payout." />
    </div>
  )
}
