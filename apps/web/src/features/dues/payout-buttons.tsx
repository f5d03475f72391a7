import { type ReactNode, useState } from 'react'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
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
  const close = () => setOpen(false)
  const week = payout.week === null ? '' : `, Week ${payout.week}`
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Note payout to ${team} for ${prize}${week}`}
        onClick={() => setOpen(true)}
      >
        Note payout
      </Button>
      {isOpen ? (
        <Dialog title="Note a payout" onClose={close}>
          <PayoutForm league={league} payout={payout} onClose={close}>
            <p>
              {formatAmount(payout.amount)} to {team} for {prize}
              {week}. For the record only: no money moves here.
            </p>
          </PayoutForm>
        </Dialog>
      ) : null}
    </>
  )
}

type FormProps = Pick<AddProps, 'league' | 'payout'> & { onClose: () => void; children: ReactNode }

function PayoutForm({ league, payout, onClose, children }: FormProps) {
  const form = useForm({
    initial: { paid_on: today() },
    mutation: useChangeDues(league),
    toRequest: ({ paid_on }) =>
      paid_on === ''
        ? null
        : { key: 'POST /api/league/:league/dues/payouts/' as const, body: { ...payout, paid_on } },
    onSent: onClose,
  })
  return (
    <ActionForm
      form={form}
      label="Note a payout"
      action="Save payout"
      fallback="Failed to save."
      others={<Button onClick={onClose}>Cancel</Button>}
    >
      {children}
      <TextField {...form.field('paid_on')} label="Paid on" type="date" required />
    </ActionForm>
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
