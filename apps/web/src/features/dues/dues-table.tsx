import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import {
  AMOUNT_PROBLEM,
  describeStatus,
  formatAmount,
  formatDueDay,
  parseAmount,
  statusTone,
  toAmountInput,
  today,
} from './dues-text.ts'
import { type Dues, type DuesEntry, type DuesSetup, type DuesTeam, useChangeDues } from './use-dues.ts'

type Props = { league: string; dues: Dues; setup: DuesSetup; isAdmin: boolean }

type TeamDialogProps = {
  league: string
  season: number
  team: DuesTeam
  isAdmin: boolean
  onClose: () => void
}

/** Identifies a team, also one that is no longer part of the season. */
const keyOf = ({ team_id: id, name }: DuesTeam) => (id === null ? `former ${name}` : String(id))

export function DuesTable({ league, dues, setup, isAdmin }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const opened = dues.teams.find((team) => keyOf(team) === openKey)
  return (
    <Stack as="section" gap={3} aria-labelledby="dues-teams">
      <h3 id="dues-teams">Teams</h3>
      <DataTable
        caption="Teams"
        columns={[
          {
            label: 'Team',
            kind: 'head',
            cell: (team) => (
              <TeamCell
                team={team}
                to={
                  team.team_id === null
                    ? undefined
                    : { tab: 'roster', view: null, team: team.team_id, season: dues.season }
                }
              >
                <span className={ui.note}>
                  {team.team_id === null ? 'No longer in this season' : (team.owner ?? 'No owner')}
                </span>
              </TeamCell>
            ),
          },
          { label: 'Owed', cell: (team) => formatAmount(team.owed), below: 'labeled' },
          { label: 'Paid', cell: (team) => formatAmount(team.paid), below: 'labeled' },
          {
            label: 'Status',
            kind: 'text',
            isStrong: true,
            cell: (team) =>
              `${describeStatus(team)}${statusTone(team, setup.due_on) === 'bad' ? ', overdue' : ''}`,
            tone: (team) => statusTone(team, setup.due_on),
            below: 'line',
          },
          {
            label: 'Payments',
            kind: 'action',
            cell: (team) =>
              isAdmin || team.entries.length > 0 ? (
                <Button
                  variant="quiet"
                  aria-label={isAdmin ? `Note payments of ${team.name}` : `Details of ${team.name}`}
                  onClick={() => setOpenKey(keyOf(team))}
                >
                  {isAdmin ? 'Note' : 'Details'}
                </Button>
              ) : null,
          },
        ]}
        rows={dues.teams}
        keyOf={keyOf}
        isMine={(team) => team.team_id !== null && team.team_id === dues.my_team_id}
        isStacked
      />
      {opened === undefined ? null : (
        <TeamDialog
          league={league}
          season={dues.season}
          team={opened}
          isAdmin={isAdmin}
          onClose={() => setOpenKey(null)}
        />
      )}
    </Stack>
  )
}

function TeamDialog({ league, season, team, isAdmin, onClose }: TeamDialogProps) {
  const change = useChangeDues(league)
  const { team_id: teamId, entries } = team
  return (
    <Dialog title={team.name} onClose={onClose}>
      <Stack>
        <Stats size="m">
          <Stat label="Dues" value={formatAmount(team.dues)} />
          <Stat label="Adjustments" value={formatAmount(team.adjustments)} />
          <Stat label="Paid" value={formatAmount(team.paid)} />
          <Stat label="Status" value={describeStatus(team)} />
        </Stats>
        {entries.length === 0 ? (
          <p className={ui.note}>No payments or adjustments yet.</p>
        ) : (
          <Stack as="ul" gap={0} isDivided aria-label="Payments and adjustments">
            {entries.map((entry) => (
              <Row as="li" key={entry.id} isSpread gap={3}>
                <span className={ui.breakable}>
                  <span className={ui.strong}>{describeEntry(entry)}</span>{' '}
                  <span className={ui.note}>
                    {[entry.paid_on === null ? null : formatDueDay(entry.paid_on), entry.note || null]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </span>
                </span>
                {isAdmin ? (
                  <ConfirmButton
                    isIcon
                    label={`Remove ${describeEntry(entry)}`}
                    question={entry.kind === 'payment' ? 'Remove this payment?' : 'Remove this adjustment?'}
                    consequence="The balance changes for everyone. The activity log keeps that it was noted."
                    confirmLabel="Remove"
                    disabled={change.isPending}
                    onConfirm={() => change.mutate({ key: 'entry', id: entry.id })}
                  >
                    <Trash2 size={20} aria-hidden="true" />
                  </ConfirmButton>
                ) : null}
              </Row>
            ))}
          </Stack>
        )}
        <ErrorNotice error={change.error} fallback="Failed to remove it." />
        {isAdmin && teamId !== null ? (
          <Grid min={280} gap={6}>
            <PaymentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
            <AdjustmentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
          </Grid>
        ) : null}
      </Stack>
    </Dialog>
  )
}

function describeEntry({ kind, amount }: DuesEntry): string {
  if (kind === 'payment') return `Paid ${formatAmount(amount)}`
  return `Adjustment ${amount.startsWith('-') ? '' : '+'}${formatAmount(amount)}`
}

type PaymentFormProps = { league: string; season: number; team: DuesTeam & { team_id: number } }

function PaymentForm({ league, season, team }: PaymentFormProps) {
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

function AdjustmentForm({ league, season, team }: PaymentFormProps) {
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

function parsePositive(text: string): string | null {
  const amount = parseAmount(text)
  return amount === null || Number(amount) === 0 ? null : amount
}
