import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { AMOUNT_PROBLEM, parseAmount, toAmountInput, today } from './dues-text.ts'
import { type DuesTeam, useChangeDues } from './use-dues.ts'

type Props = { league: string; season: number; team: DuesTeam & { team_id: number } }

/** Notes a payment. It starts with what the team still owes. */
export function PaymentForm({ league, season, team }: Props) {
  const owed = team.status === 'owes' ? toAmountInput(team.balance) : ''
  const form = useForm({
    initial: { amount: owed, paid_on: today(), note: '' },
    mutation: useChangeDues(league),
    toRequest: ({ amount: text, ...rest }) => {
      const amount = parsePositive(text)
      if (amount === null || rest.paid_on === '') return null
      const body = { season, team_id: team.team_id, amount, ...rest }
      return { key: 'POST /api/league/:league/dues/payments/' as const, body }
    },
  })
  return (
    <ActionForm form={form} label="Note a payment" action="Save payment" fallback="Failed to save.">
      <h3>Note a payment</h3>
      <AmountField label="Amount paid" field={form.field('amount')} />
      <TextField {...form.field('paid_on')} label="Paid on" type="date" required />
      <TextField {...form.field('note')} label="Note (optional)" maxLength={DUES_LIMITS.reason} />
    </ActionForm>
  )
}

const DIRECTIONS = [
  { value: 'more', label: 'The team owes more' },
  { value: 'less', label: 'The team owes less' },
] as const

const NO_ADJUSTMENT: { direction: (typeof DIRECTIONS)[number]['value']; amount: string; reason: string } = {
  direction: 'more',
  amount: '',
  reason: '',
}

/** Changes what a team owes, such as by a late fee. */
export function AdjustmentForm({ league, season, team }: Props) {
  const form = useForm({
    initial: NO_ADJUSTMENT,
    mutation: useChangeDues(league),
    toRequest: ({ direction, amount: text, reason }) => {
      const amount = parsePositive(text)
      if (amount === null || reason.trim() === '') return null
      const signed = direction === 'less' ? `-${amount}` : amount
      const body = { season, team_id: team.team_id, amount: signed, reason }
      return { key: 'POST /api/league/:league/dues/adjustments/' as const, body }
    },
  })
  return (
    <ActionForm
      form={form}
      label="Adjust what the team owes"
      action="Save adjustment"
      fallback="Failed to save."
      isStrong={false}
    >
      <h3>Adjust what the team owes</h3>
      <SelectField {...form.field('direction')} label="Change" options={DIRECTIONS} />
      <AmountField label="Amount of the change" field={form.field('amount')} />
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Members see it. Late fee, carried over …"
        maxLength={DUES_LIMITS.reason}
      />
    </ActionForm>
  )
}

type AmountFieldProps = {
  label: string
  field: { value: string; onChange: (value: string) => void; problem: string | undefined }
}

function AmountField({ label, field }: AmountFieldProps) {
  const isUnreadable = field.value !== '' && parseAmount(field.value) === null
  return (
    <TextField
      {...field}
      label={label}
      problem={field.problem ?? (isUnreadable ? AMOUNT_PROBLEM : undefined)}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}

/** null for a text that is no amount above zero. */
function parsePositive(text: string): string | null {
  const amount = parseAmount(text)
  return amount === null || Number(amount) === 0 ? null : amount
}
