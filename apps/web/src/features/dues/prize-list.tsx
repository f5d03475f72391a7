import { useState } from 'react'
import { getNewerValues } from '../../api/api-client.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { type DescribeEdit, EditConflict, ErrorNotice } from '../../ui/feedback/feedback.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmButton, Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './dues.module.css'
import {
  type Dues,
  describePrizeAmount,
  formatAmount,
  formatDueDay,
  type Prize,
  type PrizeAward,
  type PrizeWinner,
  prizeName,
  teamName,
  today,
  useChangeDues,
} from './use-dues.ts'

type Props = { league: string; dues: Dues; isAdmin: boolean }

const NOBODY = ''

export function PrizeList({ league, dues, isAdmin }: Props) {
  if (dues.prizes.length === 0) return null
  return (
    <Stack as="section" gap={3} aria-labelledby="dues-prizes">
      <h3 id="dues-prizes">Prizes</h3>
      <ul className={`${ui.cardColumns} ${styles.prizes}`}>
        {dues.prizes.map((prize) => (
          <Stack as="li" key={prize.prize_id} gap={2} className={ui.card}>
            <Row isSpread gap={3} align="baseline">
              <Text as="h4" className={ui.breakable}>
                {prizeName(prize)}
              </Text>
              <Text isNumeric size="l" weight={700}>
                {describePrizeAmount(prize)}
              </Text>
            </Row>
            <PrizeAwards league={league} dues={dues} prize={prize} isAdmin={isAdmin} />
            {isAdmin && prize.kind === 'custom' ? (
              <WinnerField league={league} dues={dues} prize={prize} />
            ) : null}
            <Misdirected league={league} dues={dues} prize={prize} isAdmin={isAdmin} />
          </Stack>
        ))}
      </ul>
    </Stack>
  )
}

type PrizeProps = Props & { prize: Prize }

function PrizeAwards({ prize, ...props }: PrizeProps) {
  const { awards, kind } = prize
  const decided = awards.filter(({ state }) => state === 'decided')
  const renderAward = (award: PrizeAward) => <Award key={award.week} {...props} prize={prize} award={award} />
  if (kind !== 'weekly_high') return awards.map(renderAward)
  if (awards.length === 0) return <p className={ui.note}>Its weeks aren't known yet.</p>
  // Newest first: what has just been decided is looked for most.
  const weeks = awards.filter(({ state }) => state !== 'undecided').toReversed()
  return (
    <>
      <p className={ui.note}>
        {decided.length} of {awards.length} weeks decided
      </p>
      {weeks.slice(0, SHOWN_WEEKS).map(renderAward)}
      {weeks.length <= SHOWN_WEEKS ? null : (
        <details className={ui.link}>
          <summary>Earlier weeks</summary>
          <Stack gap={2}>{weeks.slice(SHOWN_WEEKS).map(renderAward)}</Stack>
        </details>
      )}
    </>
  )
}

const SHOWN_WEEKS = 3

function Award({ award, ...props }: PrizeProps & { award: PrizeAward }) {
  const { week, state, winners } = award
  return (
    <Stack gap={0}>
      {week === null ? null : <span className={ui.note}>Week {week}</span>}
      {state === 'decided' ? (
        <ul>
          {winners.map((winner) => (
            <Winner
              key={winner.team_id}
              {...props}
              week={week}
              winner={winner}
              isShared={winners.length > 1}
            />
          ))}
        </ul>
      ) : (
        <span className={ui.muted}>
          {state === 'undecided' ? 'Not decided yet' : "Unknown: the stored data don't tell who won"}
        </span>
      )}
    </Stack>
  )
}

type WinnerProps = PrizeProps & { week: number | null; winner: PrizeWinner; isShared: boolean }

function Winner({ league, dues, prize, isAdmin, week, winner, isShared }: WinnerProps) {
  const { team_id: teamId, share, points, payout } = winner
  const team = dues.teams.find((each) => each.team_id === teamId)
  const name = teamName(dues, teamId)
  const score = points === null ? null : `${formatPoints(points)} points`
  const scoredIn = week === null && winner.week !== null ? `Week ${winner.week}` : null
  const facts = [isShared ? formatAmount(share) : null, score, scoredIn].filter((fact) => fact !== null)
  return (
    <Row as="li" className={styles.winner} data-mine={teamId === dues.my_team_id || undefined}>
      <Avatar name={name} src={team?.logo ?? null} color={team?.color} />
      <Fill className={ui.breakable}>
        <Link to={{ tab: 'roster', view: null, team: teamId, season: dues.season }}>{name}</Link>
        {facts.length === 0 ? null : <p className={ui.note}>{facts.join(' · ')}</p>}
        {payout === null ? null : (
          <Text as="p" size="s" tone="good">
            Paid out{' '}
            {payout.amount === share ? '' : `${formatAmount(payout.amount)} of ${formatAmount(share)} `}
            on {formatDueDay(payout.paid_on)}
          </Text>
        )}
      </Fill>
      {isAdmin ? (
        payout === null ? (
          <AddPayout
            league={league}
            prize={prizeName(prize)}
            team={name}
            payout={{ season: dues.season, prize_id: prize.prize_id, week, team_id: teamId, amount: share }}
          />
        ) : (
          <RemovePayout league={league} id={payout.id} prize={prizeName(prize)} team={name} />
        )
      ) : null}
    </Row>
  )
}

/** Payouts to teams that have not won, such as after a corrected score. */
function Misdirected({ league, dues, prize, isAdmin }: PrizeProps) {
  return prize.misdirected.map(({ id, week, team, amount, paid_on: paidOn }) => {
    const award = prize.awards.find((each) => each.week === week)
    const winners = award?.winners.map(({ team_id: teamId }) => teamName(dues, teamId)) ?? []
    return (
      <Row key={id} isSpread>
        <p className={ui.alert} data-tone="warn">
          {week === null ? '' : `Week ${week}: `}
          {formatAmount(amount)} paid to {team} on {formatDueDay(paidOn)},{' '}
          {winners.length === 0 ? 'but this is not decided' : `now won by ${winners.join(' and ')}`}
        </p>
        {isAdmin ? <RemovePayout league={league} id={id} prize={prizeName(prize)} team={team} /> : null}
      </Row>
    )
  })
}

function WinnerField({ league, dues, prize }: { league: string; dues: Dues; prize: Prize }) {
  const change = useChangeDues(league, 'POST /api/league/:league/dues/winner/')
  const stored = prize.awards[0]?.winners[0]?.team_id ?? null
  const attempted = (change.variables?.body.team_id ?? null) as number | null
  const sent = change.isPending ? attempted : stored
  const teams = dues.teams.flatMap(({ team_id: id, name }) =>
    id === null ? [] : [{ value: String(id), label: name }],
  )

  function save(teamId: number | null, expected: { team_id?: number | null } = { team_id: stored }) {
    const body = { season: dues.season, prize_id: prize.prize_id, team_id: teamId, expected }
    change.mutate({ body })
  }

  const describe: DescribeEdit = (value) =>
    value === '' ? 'named no winner' : `named ${teamName(dues, Number(value))} the winner`
  return (
    <Stack gap={2} aria-busy={change.isPending}>
      <SelectField
        label={`Winner of ${prizeName(prize)}`}
        options={[{ value: NOBODY, label: 'Not decided yet' }, ...teams]}
        value={sent === null ? NOBODY : String(sent)}
        onChange={(value) => save(value === NOBODY ? null : Number(value))}
      />
      <EditConflict<{ team_id?: number | null }>
        error={change.error}
        edits={{ team_id: describe }}
        isSaving={change.isPending}
        onKeepTheirs={() => change.reset()}
        onSaveMine={(expected) => save(attempted, expected)}
      />
      <ErrorNotice
        error={getNewerValues(change.error) === null ? change.error : null}
        fallback="Failed to save the winner."
      />
    </Stack>
  )
}

type AddProps = {
  league: string
  prize: string
  team: string
  payout: { season: number; prize_id: number; week: number | null; team_id: number; amount: string }
}

function AddPayout({ league, prize, team, payout }: AddProps) {
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
          <p>
            {formatAmount(payout.amount)} to {team} for {prize}
            {week}. For the record only: no money moves here.
          </p>
          <PayoutForm league={league} payout={payout} onClose={close} />
        </Dialog>
      ) : null}
    </>
  )
}

type FormProps = Pick<AddProps, 'league' | 'payout'> & { onClose: () => void }

function PayoutForm({ league, payout, onClose }: FormProps) {
  const form = useForm({
    initial: { paid_on: today() },
    mutation: useChangeDues(league, 'POST /api/league/:league/dues/payouts/'),
    toRequest: ({ paid_on }) => (paid_on === '' ? null : { body: { ...payout, paid_on } }),
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
      <TextField {...form.field('paid_on')} label="Paid on" type="date" required />
    </ActionForm>
  )
}

type RemoveProps = { league: string; id: number; prize: string; team: string }

function RemovePayout({ league, id, prize, team }: RemoveProps) {
  const remove = useChangeDues(league, 'DELETE /api/league/:league/dues/payouts/:id/')
  return (
    <div>
      <ConfirmButton
        label={`Undo the payout to ${team} for ${prize}`}
        question="Undo this payout?"
        consequence={`The note that ${team} was paid for ${prize} is removed.`}
        confirmLabel="Undo payout"
        disabled={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      >
        Undo
      </ConfirmButton>
      <ErrorNotice error={remove.error} fallback="Failed to undo the payout." />
    </div>
  )
}
