import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { DataTable } from '../../ui/display/data-table.tsx'
import { RichText } from '../../ui/display/rich-text.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, ErrorNotice, Loaded } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonChooser, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { ConfirmButton, Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { AmountField, DuesEditor } from './dues-editor.tsx'
import { PrizeList } from './prize-list.tsx'
import {
  type Dues,
  type DuesEntry,
  type DuesSetup,
  type DuesTeam,
  describeLeftOver,
  describeStatus,
  duesFileUrl,
  duesQuery,
  formatAmount,
  formatDueDay,
  formatMagnitude,
  parseAmount,
  statusTone,
  toAmountInput,
  today,
  useChangeDues,
} from './use-dues.ts'

type Props = {
  league: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  views: ReactNode
}

export function DuesView({ league, isAdmin, seasons, views }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...duesQuery(league, season), placeholderData: keepPreviousData })
  const shown = query.data?.season ?? season
  const [editedSeason, setEditedSeason] = useState<number | null>(null)
  useTitle('Dues')
  return (
    <Stack as="section" aria-label="Dues">
      {views}
      <TabHeader title="Dues">
        <SeasonChooser
          seasons={seasons}
          season={shown ?? seasons[0]}
          onChoose={(chosen) => {
            setEditedSeason(null)
            router.navigate({ season: chosen })
          }}
        />
      </TabHeader>
      <Loaded query={query} name="the dues" rows={4} height={96}>
        {(dues) =>
          isAdmin && editedSeason === dues.season ? (
            <DuesEditor key={dues.season} league={league} dues={dues} onClose={() => setEditedSeason(null)} />
          ) : (
            <div data-stale={query.isPlaceholderData}>
              <DuesPage
                league={league}
                dues={dues}
                isAdmin={isAdmin}
                onEdit={() => setEditedSeason(dues.season)}
              />
            </div>
          )
        }
      </Loaded>
    </Stack>
  )
}

type PageProps = { league: string; dues: Dues; isAdmin: boolean; onEdit: () => void }

function DuesPage({ league, dues, isAdmin, onEdit }: PageProps) {
  const { season, setup } = dues
  if (setup === null) return <NoDues dues={dues} isAdmin={isAdmin} onEdit={onEdit} />
  return (
    <Stack>
      <MyDues dues={dues} setup={setup} />
      <PoolSummary dues={dues} />
      <Row wraps gap={4}>
        {isAdmin ? (
          <Button variant="strong" onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" /> Edit dues and prizes
          </Button>
        ) : null}
        <a className={ui.standaloneLink} href={duesFileUrl(league, season)} download>
          <Download size={18} aria-hidden="true" /> Download CSV
        </a>
      </Row>
      <PrizeList league={league} dues={dues} isAdmin={isAdmin} />
      <DuesTable league={league} dues={dues} setup={setup} isAdmin={isAdmin} />
      <p className={ui.note}>
        For the record only: no money moves here. The Betslip is settled on its own and isn't part of the
        dues.
      </p>
    </Stack>
  )
}

function NoDues({ dues: { season, is_stored: isStored }, isAdmin, onEdit }: Omit<PageProps, 'league'>) {
  if (!isStored)
    return (
      <EmptyState isFramed hint="Its teams appear after the season is refreshed.">
        {season} isn't stored yet.
      </EmptyState>
    )
  return (
    <Stack gap={3}>
      <EmptyState
        isFramed
        hint={
          isAdmin
            ? 'Say what each team owes and what the prizes are. Members see who has paid.'
            : 'Your commissioner can set them up here.'
        }
      >
        No dues are set up for {season}.
      </EmptyState>
      {isAdmin ? (
        <div>
          <Button variant="strong" onClick={onEdit}>
            Set up dues
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** What the user's team owes and has won, and how to pay. Without a team, only how to pay. */
function MyDues({ dues, setup }: { dues: Dues; setup: DuesSetup }) {
  const mine = dues.teams.find((team) => team.team_id !== null && team.team_id === dues.my_team_id)
  const { due_on: dueOn, note } = setup
  const owes = mine?.status === 'owes'
  const isLate = mine !== undefined && statusTone(mine, dueOn) === 'bad'
  if (mine === undefined && dueOn === null && note === '') return null
  return (
    <Stack as="section" gap={2} className={ui.card} aria-label="My dues">
      {mine === undefined ? null : (
        <p className={ui.toned} data-tone={statusTone(mine, dueOn)}>
          <Text isTitle size="xl" weight={700}>
            {describeMine(mine)}
          </Text>
        </p>
      )}
      {mine === undefined || mine.won === '0.00' ? null : <p>You have won {formatAmount(mine.won)}.</p>}
      {dueOn === null || (mine !== undefined && !owes) ? null : (
        <p className={isLate ? ui.alert : undefined} data-tone="bad">
          {isLate ? 'Was due' : 'Due'} {formatDueDay(dueOn)}
        </p>
      )}
      {note === '' ? null : (
        <div>
          <Text as="h3" size="m">
            How to pay
          </Text>
          <p className={ui.prose}>
            <RichText>{note}</RichText>
          </p>
        </div>
      )}
    </Stack>
  )
}

function describeMine({ status, balance, paid }: DuesTeam): string {
  switch (status) {
    case 'owes':
      return `You owe ${formatMagnitude(balance)}`
    case 'paid':
      return `You paid ${formatAmount(paid)}`
    case 'overpaid':
      return `You overpaid by ${formatMagnitude(balance)}`
    case 'no_dues':
      return "You don't owe anything"
  }
}

function PoolSummary({ dues: { pool } }: { dues: Dues }) {
  const { owed, collected, outstanding, planned, paid_out: paidOut } = pool
  const leftOver = describeLeftOver(pool)
  return (
    <Stack as="section" gap={2} className={ui.card} aria-label="Pool">
      <Stats>
        <Stat label="Pool" value={formatAmount(owed)} />
        <Stat label="Collected" value={formatAmount(collected)} />
        <Stat label="Still owed" value={formatAmount(outstanding)} />
        <Stat label="Prizes" value={planned === null ? '—' : formatAmount(planned)} />
        <Stat label="Paid out" value={formatAmount(paidOut)} />
      </Stats>
      <p className={pool.left_over?.startsWith('-') === true ? ui.alert : ui.note} data-tone="warn">
        {leftOver ?? 'The total of the weekly prizes is known once the schedule is.'}
      </p>
    </Stack>
  )
}

type DuesTableProps = { league: string; dues: Dues; setup: DuesSetup; isAdmin: boolean }

type TeamDialogProps = {
  league: string
  season: number
  team: DuesTeam
  isAdmin: boolean
  onClose: () => void
}

/** Identifies a team, also one that is no longer part of the season. */
const keyOf = ({ team_id: id, name }: DuesTeam) => (id === null ? `former ${name}` : String(id))

function DuesTable({ league, dues, setup, isAdmin }: DuesTableProps) {
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
  const remove = useChangeDues(league, 'DELETE /api/league/:league/dues/entries/:id/')
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
                    disabled={remove.isPending}
                    onConfirm={() => remove.mutate({ id: entry.id })}
                  >
                    <Trash2 size={20} aria-hidden="true" />
                  </ConfirmButton>
                ) : null}
              </Row>
            ))}
          </Stack>
        )}
        <ErrorNotice error={remove.error} fallback="Failed to remove it." />
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
    mutation: useChangeDues(league, 'POST /api/league/:league/dues/payments/'),
    toRequest: ({ amount: text, ...rest }) => {
      const amount = parsePositive(text)
      if (amount === null || rest.paid_on === '') return null
      return { body: { season, team_id: team.team_id, amount, ...rest } }
    },
  })
  return (
    <ActionForm form={form} label="Note a payment" action="Save payment" fallback="Failed to save.">
      <h3>Note a payment</h3>
      <AmountField {...form.field('amount')} label="Amount paid" />
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
    mutation: useChangeDues(league, 'POST /api/league/:league/dues/adjustments/'),
    toRequest: ({ direction, amount: text, reason }) => {
      const amount = parsePositive(text)
      if (amount === null || reason.trim() === '') return null
      const signed = direction === 'less' ? `-${amount}` : amount
      return { body: { season, team_id: team.team_id, amount: signed, reason } }
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
      <AmountField {...form.field('amount')} label="Amount of the change" />
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Members see it. Late fee, carried over …"
        maxLength={DUES_LIMITS.reason}
      />
    </ActionForm>
  )
}

function parsePositive(text: string): string | null {
  const amount = parseAmount(text)
  return amount === null || Number(amount) === 0 ? null : amount
}
