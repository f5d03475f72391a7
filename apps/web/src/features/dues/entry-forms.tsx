import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import ui from '../../ui/ui.module.css'
import { parseAmount, toAmountInput, today } from './dues-text.ts'
import { type DuesTeam, useChangeDues } from './use-dues.ts'

type Props = { league: string; season: number; team: DuesTeam & { team_id: number } }

const AMOUNT_PROBLEM = 'Enter an amount such as 25 or 12.50.'

/** Notes a payment. It starts with what the team still owes. */
export function PaymentForm({ league, season, team }: Props) {
  const change = useChangeDues(league)
  const owed = team.status === 'owes' ? toAmountInput(team.balance) : ''
  const [typed, setTyped] = useState<string | null>(null)
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const text = typed ?? owed
  const amount = parseAmount(text)
  const problems = getFieldErrors(change.error)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (change.isPending || amount === null) return
    const body = { season, team_id: team.team_id, amount, paid_on: day, note }
    const reset = () => {
      setTyped(null)
      setNote('')
    }
    change.mutate({ key: 'POST /api/league/:league/dues/payments/', body }, { onSuccess: reset })
  }

  return (
    <Form className={ui.stack12} onSubmit={handleSubmit} aria-label="Note a payment">
      <h3>Note a payment</h3>
      <TextField
        label="Amount paid"
        value={text}
        onChange={setTyped}
        problem={problems['amount'] ?? (text !== '' && amount === null ? AMOUNT_PROBLEM : undefined)}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        label="Paid on"
        type="date"
        required
        value={day}
        onChange={setDay}
        problem={problems['paid_on']}
      />
      <TextField label="Note (optional)" value={note} maxLength={DUES_LIMITS.reason} onChange={setNote} />
      <Failure error={change.error} />
      <div>
        <Button
          type="submit"
          variant="strong"
          disabled={change.isPending || amount === null || isZero(amount) || day === ''}
        >
          {change.isPending ? 'Saving…' : 'Save payment'}
        </Button>
      </div>
    </Form>
  )
}

const DIRECTIONS = [
  { value: 'more', label: 'The team owes more' },
  { value: 'less', label: 'The team owes less' },
] as const

/** Changes what a team owes, such as by a late fee. */
export function AdjustmentForm({ league, season, team }: Props) {
  const change = useChangeDues(league)
  const [text, setText] = useState('')
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]['value']>('more')
  const [reason, setReason] = useState('')
  const amount = parseAmount(text)
  const problems = getFieldErrors(change.error)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (change.isPending || amount === null) return
    const signed = direction === 'less' ? `-${amount}` : amount
    const body = { season, team_id: team.team_id, amount: signed, reason }
    const reset = () => {
      setText('')
      setReason('')
    }
    change.mutate({ key: 'POST /api/league/:league/dues/adjustments/', body }, { onSuccess: reset })
  }

  return (
    <Form className={ui.stack12} onSubmit={handleSubmit} aria-label="Adjust what the team owes">
      <h3>Adjust what the team owes</h3>
      <SelectField label="Change" options={DIRECTIONS} value={direction} onChange={setDirection} />
      <TextField
        label="Amount of the change"
        value={text}
        onChange={setText}
        problem={problems['amount'] ?? (text !== '' && amount === null ? AMOUNT_PROBLEM : undefined)}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        label="Reason"
        hint="Members see it. Late fee, carried over …"
        value={reason}
        maxLength={DUES_LIMITS.reason}
        onChange={setReason}
        problem={problems['reason']}
      />
      <Failure error={change.error} />
      <div>
        <Button
          type="submit"
          disabled={change.isPending || amount === null || isZero(amount) || reason.trim() === ''}
        >
          {change.isPending ? 'Saving…' : 'Save adjustment'}
        </Button>
      </div>
    </Form>
  )
}

const isZero = (amount: string) => Number(amount) === 0

/** Problems of fields are shown there. */
function Failure({ error }: { error: Error | null }) {
  return (
    <ErrorNotice
      error={Object.keys(getFieldErrors(error)).length === 0 ? error : null}
      fallback="Failed to save."
    />
  )
}
