import { PARLAY_LEGS, productToAmericanOdds, QUICK_ADD_AMOUNTS } from '@fieldhouse/domain/betslip/odds'
import { type LegStanding, legStanding, toSelection } from '@fieldhouse/domain/betslip/selections'
import { LEG_RESULTS, type PricedSlip, priceSlip } from '@fieldhouse/domain/betslip/settlement'
import {
  addMoney,
  type Cents,
  centsFromDollars,
  formatDollars,
  parseMoney,
  ZERO_CENTS,
} from '@fieldhouse/domain/money'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage, getNewerValues } from '../../api/api-client.ts'
import { useFaces } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { ImportedMark } from '../../ui/display/marks.tsx'
import { PlayerGameState } from '../../ui/display/player.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EditConflict, EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Card, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { DialogButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './betslip.module.css'
import {
  type BetPick,
  type Bets,
  type BetWeek,
  type BoardGame,
  FLAG_LABELS,
  formatAmericanOdds,
  formatAmountInput,
  formatDecimalOdds,
  oddsBoardQuery,
  type PickChange,
  pickHistoryQuery,
  RESULT_LABELS,
  resultTone,
  SLIP_STATE_LABELS,
  useSettlePick,
} from './use-bets.ts'

type Props = { league: string; bets: Bets; isAdmin: boolean }

export function PicksTable({ league, bets, isAdmin }: Props) {
  return (
    <Stack gap={3}>
      {bets.hides_picks ? (
        <Notice tone="info">Picks are hidden until the cutoff. You can see only your own.</Notice>
      ) : null}
      {bets.picks.length === 0 ? <NoPicks bets={bets} /> : <Table {...{ league, bets, isAdmin }} />}
      <MissingPicks bets={bets} />
    </Stack>
  )
}

function NoPicks({ bets: { hides_picks, locked, week } }: Pick<Props, 'bets'>) {
  if (locked) return <EmptyState>No one picked in Week {week}.</EmptyState>
  return (
    <EmptyState hint="Picks show up here once saved.">
      {hides_picks ? "You haven't picked yet." : 'No picks yet.'}
    </EmptyState>
  )
}

function Table({ league, bets, isAdmin }: Props) {
  const faceOf = useFaces(league)
  const hasSelections = bets.picks.some(({ selection }) => selection !== null)
  const board = useQuery({ ...oddsBoardQuery(league, bets), enabled: hasSelections })
  const games = board.data?.games ?? []
  const columns: Column<BetPick>[] = [
    {
      label: 'Owner',
      kind: 'head',
      cell: ({ owner }) => (
        <TeamCell team={{ name: owner, logo: faceOf(owner).src, color: faceOf(owner).color }} size="xs" />
      ),
    },
    {
      label: 'Pick',
      kind: 'text',
      below: 'line',
      cell: (pick) => (
        <>
          <span className={ui.prose}>{pick.text}</span> <PickFlags flags={pick.flags} />
          <ImportedMark imported={pick.imported} />
          <LegStatus pick={pick} games={games} />
        </>
      ),
    },
    { label: 'Odds', cell: ({ odds }) => formatAmericanOdds(odds) },
  ]
  if (bets.locked) {
    columns.push({
      label: 'Result',
      kind: 'text',
      below: 'line',
      cell: (pick) =>
        isAdmin ? <SettlePick league={league} week={bets} pick={pick} /> : <PickResult {...pick} />,
    })
  }
  columns.push({
    label: 'History',
    kind: 'action',
    cell: ({ owner }) => <PickHistory league={league} week={bets} owner={owner} />,
  })
  return (
    <DataTable
      caption={`Week ${bets.week} picks`}
      columns={columns}
      rows={bets.picks}
      keyOf={({ owner }) => owner}
      isMine={(pick) => pick.is_mine}
      isStacked
      isPlain
    />
  )
}

function MissingPicks({ bets: { missing, owners, locked } }: Pick<Props, 'bets'>) {
  if (owners.length === 0) return null
  const pickCount = owners.length - missing.length
  return (
    <div className={ui.note}>
      <p>
        <strong>
          {pickCount} of {owners.length}
        </strong>{' '}
        picked
      </p>
      {missing.length === 0 ? null : (
        <p>
          {locked ? 'Missed' : 'No pick yet'}: {missing.join(', ')}
        </p>
      )}
    </div>
  )
}

const PENDING_LABEL = 'Pending'

const RESULT_OPTIONS = [
  { value: '', label: PENDING_LABEL },
  ...LEG_RESULTS.map((result) => ({ value: result, label: RESULT_LABELS[result] })),
] as const

const RESULT_EDITS = {
  result: (result: string) =>
    result === ''
      ? 'reopened the pick'
      : `marked the pick as ${RESULT_OPTIONS.find(({ value }) => value === result)?.label ?? result}`,
}

/** Sets the result of a leg; 'Pending' clears it. */
function SettlePick({ league, week, pick }: { league: string; week: BetWeek; pick: BetPick }) {
  const settlement = useSettlePick(league, week, pick.owner)
  const shownResult = settlement.isPending ? settlement.variables.result : pick.result
  const isConflict = getNewerValues(settlement.error) !== null

  function saveMine(expected: Pick<BetPick, 'result'>) {
    if (settlement.variables !== undefined) settlement.mutate({ ...settlement.variables, expected })
  }

  return (
    <Stack gap={2} className={styles.settle} data-tone={resultTone(shownResult)}>
      <SelectField
        label={`Pick result for ${pick.owner}`}
        isLabelHidden
        options={RESULT_OPTIONS}
        value={shownResult ?? ''}
        onChange={(result) =>
          settlement.mutate({ result: result === '' ? null : result, expected: { result: pick.result } })
        }
        problem={
          settlement.isError && !isConflict
            ? getErrorMessage(settlement.error, 'Something went wrong.')
            : undefined
        }
        aria-busy={settlement.isPending}
      />
      {pick.proposed_result === null || settlement.isPending ? null : (
        <Button
          onClick={() =>
            settlement.mutate({ result: pick.proposed_result, expected: { result: pick.result } })
          }
        >
          Confirm: {RESULT_LABELS[pick.proposed_result].toLowerCase()}
        </Button>
      )}
      <EditConflict
        error={settlement.error}
        edits={RESULT_EDITS}
        isSaving={settlement.isPending}
        onKeepTheirs={settlement.reset}
        onSaveMine={saveMine}
      />
    </Stack>
  )
}

function PickResult({ result, settled_by }: Pick<BetPick, 'result' | 'settled_by'>) {
  return (
    <span className={`${ui.muted} ${ui.strong} ${ui.toned}`} data-tone={resultTone(result)}>
      {result === null ? PENDING_LABEL : RESULT_LABELS[result]}
      {settled_by === 'admin' ? <span className={ui.note}> by an admin</span> : null}
    </span>
  )
}

type LegStatusProps = { pick: BetPick; games: readonly BoardGame[] }

/** The game of a pick and, while it is played, what the pick still needs. Nothing for a pick that is not understood. */
export function LegStatus({ pick: { selection, result }, games }: LegStatusProps) {
  const now = useNow()
  const row = games.find(({ game_id }) => game_id === selection?.game_id)
  if (selection === null || row === undefined) return null
  const { game } = row
  const bet = toSelection({ gameId: selection.game_id, ...selection })
  const { home_score: home, away_score: away } = game
  const isOver = game.phase === 'final'
  const isPlaying = game.phase === 'playing' || game.phase === 'halftime' || game.phase === 'delayed'
  const standing =
    bet === null || result !== null || !(isPlaying || isOver) || home === null || away === null
      ? null
      : legStanding(bet, { home, away })
  return (
    <Row as="p" wraps gap={3} className={ui.note}>
      <span>
        {game.away_team} at {game.home_team} · <PlayerGameState game={game} isBye={false} now={now} />
      </span>
      {standing === null ? null : (
        <strong className={ui.toned} data-tone={resultTone(standing.result)}>
          {standing.isDecided || isOver ? DECIDED_TEXTS[standing.result] : standingText(standing)}
        </strong>
      )}
    </Row>
  )
}

/** Until an admin, or the final score of the official source, settles the pick. */
const DECIDED_TEXTS: Record<LegStanding['result'], string> = {
  won: 'Won, to be confirmed',
  lost: 'Lost, to be confirmed',
  push: 'Push, to be confirmed',
}

function standingText({ result, points }: Omit<LegStanding, 'isDecided'>): string {
  switch (result) {
    case 'won':
      return points === null || points === 0
        ? 'Winning, nothing to spare'
        : `Winning, ${formatCount(points, 'point')} to spare`
    case 'push':
      return points === null
        ? 'Pushes if nobody scores'
        : `Level, needs ${formatCount(points, 'point')} to win`
    case 'lost':
      return points === null ? 'Losing' : `Needs ${formatCount(points, 'more point')}`
  }
}

type PickHistoryProps = { league: string; week: BetWeek; owner: string }

function PickHistory({ league, week, owner }: PickHistoryProps) {
  return (
    <DialogButton
      icon={History}
      iconSize={18}
      label={`Pick history for ${owner}`}
      title={`${owner}, Week ${week.week}`}
    >
      <PickChangeList league={league} week={week} owner={owner} />
    </DialogButton>
  )
}

function PickChangeList({ league, week, owner }: PickHistoryProps) {
  const history = useQuery(pickHistoryQuery(league, week, owner))
  return (
    <Loaded query={history} name="pick history" rows={2} height={48}>
      {({ changes, is_hidden }) =>
        is_hidden ? (
          <p>This pick is hidden until the cutoff.</p>
        ) : (
          <Stack as="ol" gap={3}>
            {changes.map((change) => (
              <PickChangeItem key={`${change.at} ${change.text}`} {...change} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function PickChangeItem({ text, flags, at, by, via, is_after_cutoff, imported }: PickChange) {
  return (
    <li>
      <p className={ui.prose}>
        {text} <PickFlags flags={flags} />
        <ImportedMark imported={imported} />
      </p>
      <p className={ui.note}>
        <time dateTime={at}>{formatDateTime(new Date(at))}</time>
        {via === 'sheet' ? ` · Imported from the sheet by ${by}` : ` · Saved by ${by}`}
        {is_after_cutoff ? ', after the week had locked' : ''}
      </p>
    </li>
  )
}

function PickFlags({ flags }: Pick<BetPick, 'flags'>) {
  return flags.map((flag) => (
    <span key={flag} className={ui.alert} data-tone="warn">
      {FLAG_LABELS[flag]}{' '}
    </span>
  ))
}

export function SlipCalculator({ bets }: { bets: Bets }) {
  const minimum = centsFromDollars(bets.bet_amount)
  // The typed wager; null while the field shows the league's bet amount.
  const [typedWager, setTypedWager] = useState<string | null>(null)
  const text = typedWager ?? formatAmountInput(minimum)
  const wager = parseMoney(text)
  const slip = priceSlip(wager ?? ZERO_CENTS, bets.picks)
  return (
    <Card title="Bet slip">
      <Stack>
        <Odds slip={slip} legs={bets.picks.length} />
        <Stack gap={2}>
          <TextField
            label="Wager"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={setTypedWager}
            problem={validateWager(wager, minimum)}
            hint={`Minimum wager: ${formatDollars(minimum)}`}
          />
          <Grid min={64} gap={2}>
            {QUICK_ADD_AMOUNTS.map((amount) => (
              <Button
                key={amount}
                onClick={() => setTypedWager(formatAmountInput(addMoney([wager ?? ZERO_CENTS, amount])))}
              >
                +${formatAmountInput(amount)}
              </Button>
            ))}
            {typedWager === null ? null : (
              <Button variant="quiet" onClick={() => setTypedWager(null)}>
                Reset
              </Button>
            )}
          </Grid>
        </Stack>
        <Payout slip={slip} wager={wager} />
        <p className={ui.note}>
          {bets.hides_picks ? 'Includes only the picks you can see. ' : ''}For calculation only. No money
          moves through this page.
        </p>
      </Stack>
    </Card>
  )
}

function Odds({ slip, legs }: { slip: PricedSlip; legs: number }) {
  return (
    <>
      <Stats size="m">
        <Stat
          label="Legs"
          value={
            <>
              {legs} <span className={ui.note}>of {PARLAY_LEGS}</span>
            </>
          }
        />
        <Stat label="Decimal" value={formatDecimalOdds(slip.product)} />
        <Stat label="American" value={formatAmericanOdds(productToAmericanOdds(slip.product))} />
      </Stats>
      {slip.unpricedLegs > 0 ? (
        <p className={ui.alert} data-tone="warn">
          {slip.unpricedLegs === 1
            ? "1 leg has no odds and isn't included."
            : `${slip.unpricedLegs} legs have no odds and aren't included.`}
        </p>
      ) : null}
    </>
  )
}

function Payout({ slip, wager }: { slip: PricedSlip; wager: Cents | null }) {
  const isSettled = slip.state === 'won' || slip.state === 'lost' || slip.state === 'returned'
  return (
    <Stack gap={1}>
      <Row as="p" isSpread className={ui.note}>
        <span>Payout</span>
        {isSettled ? (
          <strong className={ui.toned} data-tone={resultTone(slip.state)}>
            {SLIP_STATE_LABELS[slip.state]}
          </strong>
        ) : null}
      </Row>
      <Text as="p" isNumeric size="3xl" weight={700}>
        {wager === null ? '—' : formatDollars(slip.profit)}
      </Text>
      {wager === null ? null : <p className={ui.note}>{payoutNote(slip, wager)}</p>}
    </Stack>
  )
}

function payoutNote({ state, profit, payout }: PricedSlip, wager: Cents): string {
  switch (state) {
    case 'empty':
      return 'No legs yet.'
    case 'open':
      return `Total return if every leg wins: ${formatDollars(addMoney([wager, profit]))} (includes the wager).`
    case 'won':
      return payout === null
        ? 'Total return unknown: at least one leg has no odds.'
        : `Total return: ${formatDollars(payout)} (includes the wager).`
    case 'lost':
      return 'At least one leg lost, so the parlay lost.'
    case 'returned':
      return 'All legs pushed: wager refunded.'
  }
}

function validateWager(wager: Cents | null, minimum: Cents): string | undefined {
  if (wager === null) return 'Enter an amount like 10 or 12.50.'
  return wager < minimum ? `The minimum wager is ${formatDollars(minimum)}.` : undefined
}
