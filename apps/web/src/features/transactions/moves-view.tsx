import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useTitle } from '../../router/router.ts'
import { EmptyState, Loaded, notStored, type Reason, Unavailable } from '../../ui/feedback/feedback.tsx'
import { Bar, Track } from '../../ui/feedback/progress.tsx'
import { formatCount, formatMissingWeeks, formatPoints, toneOf } from '../../ui/format/format.ts'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { findTeam, MovedPlayerLabel, TeamLabel } from './trade-sides.tsx'
import styles from './transactions.module.css'
import { formatNet, type Moves, movesQuery, type Pickup } from './use-transactions.ts'

type Props = SeasonViewProps & {
  views: ReactNode
}

export function MovesView({ league, seasons, views }: Props) {
  const { season } = useLocation()
  const query = useQuery({ ...movesQuery(league, season), placeholderData: keepPreviousData })
  useTitle('Best moves')
  return (
    <Stack as="section" aria-label="Best moves">
      {views}
      <TabHeader title="Best moves" label={query.data === undefined ? undefined : describeWeeks(query.data)}>
        <SeasonSwitch seasons={seasons} loaded={query.data?.season} />
      </TabHeader>
      <Loaded query={query} name="best moves" rows={6} height={96}>
        {(moves) => (
          <Stack data-stale={query.isPlaceholderData}>
            {moves.unavailable === null ? null : <Unavailable reason={whyUnavailable(moves)} />}
            <Trades key={moves.season} moves={moves} />
            {moves.unavailable === null ? <Pickups moves={moves} /> : null}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function describeWeeks({ through_week: week, missing_weeks: missing }: Moves): string | undefined {
  return week === null ? undefined : `Through week ${week}${formatMissingWeeks(missing)}`
}

const TRADE_FIGURES = [
  {
    name: 'Net',
    meaning: 'What somebody got out of trades on the field so far.',
    formula:
      'The points that the received players scored in the starting lineup of their new team, minus those that the given players scored in the starting lineups of the others, each in the season of the trade and until he left. All rows add up to zero.',
  },
  {
    name: 'Won, even and lost',
    meaning: 'Trades with a net above, of, and below zero.',
    formula:
      'Draft picks and budget count zero. Trades of nothing else, trades that were undone within a week, and those without a completed week since are left out.',
  },
]

function UnlistedTrades({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className={ui.note}>
      {formatCount(count, 'trade')} {count === 1 ? "isn't" : "aren't"} counted: ESPN does not list the
      players.
    </p>
  )
}

/** Without trades of the season, those of all time. */
function Trades({ moves }: { moves: Moves }) {
  const { season, teams, trades, all_time: allTime } = moves
  const [range, setRange] = useState<'season' | 'all'>(trades.length === 0 ? 'all' : 'season')
  if (allTime.trades.length === 0)
    return (
      <Card title="Who wins trades" level={3}>
        <EmptyState hint="It appears after a trade and a completed week with stored lineups.">
          No trade has a result yet.
        </EmptyState>
        <UnlistedTrades count={allTime.unlisted_trades} />
      </Card>
    )
  return (
    <Card title="Who wins trades" level={3}>
      <Stack gap={3}>
        <Row isSpread gap={3}>
          <SegmentedControl
            label="Trades"
            options={[
              { value: 'season', label: String(season) },
              { value: 'all', label: 'All time' },
            ]}
            value={range}
            onChange={setRange}
          />
          <Explanation title="who wins trades" figures={TRADE_FIGURES} />
        </Row>
        {range === 'all' ? (
          <>
            <TradeRecords
              label="Trades of all time"
              records={allTime.trades.map((record) => ({
                ...record,
                key: record.owner,
                name: <span className={ui.breakable}>{record.owner}</span>,
              }))}
            />
            <p className={ui.note}>
              {allTime.seasons.length === 1
                ? `One season has stored transactions and lineups: ${allTime.seasons[0]}.`
                : `${allTime.seasons.length} seasons with stored transactions and lineups count.`}
            </p>
          </>
        ) : trades.length === 0 ? (
          <p className={ui.note}>No trade of {season} has a result yet.</p>
        ) : (
          <TradeRecords
            label={`Trades of ${season}`}
            records={trades.map((record) => ({
              ...record,
              key: String(record.team_id),
              name: <TeamLabel team={findTeam(teams, record.team_id)} />,
            }))}
          />
        )}
        <UnlistedTrades count={range === 'all' ? allTime.unlisted_trades : moves.unlisted_trades} />
      </Stack>
    </Card>
  )
}

const PICKUP_FIGURES = [
  {
    name: 'Points',
    meaning: 'What a player did for the team that picked him up.',
    formula:
      'His points in its starting lineup, from the week of its latest waiver or free-agent pickup of him, or the week after if he joined the roster then, until he left the team.',
  },
  {
    name: 'Per dollar',
    meaning: 'What the bid bought.',
    formula: 'These points divided by the bid. Pickups without a bid have none.',
  },
]

function Pickups({ moves }: { moves: Moves }) {
  const { season, best_pickups: best } = moves
  return (
    <>
      <Card title={`Best pickups of ${season}`} level={3}>
        {best.length === 0 ? (
          <EmptyState hint="It appears after a pickup starts for his new team.">
            No pickup has scored points yet.
          </EmptyState>
        ) : (
          <Stack gap={3}>
            <Row isSpread gap={3}>
              <p className={ui.note}>Points in the starting lineup since the pickup.</p>
              <Explanation title="pickups" figures={PICKUP_FIGURES} />
            </Row>
            <BestPickups moves={moves} />
          </Stack>
        )}
      </Card>
      {best.length === 0 ? null : (
        <Card title="Pickups of each team" level={3}>
          <PickupsByTeam moves={moves} />
        </Card>
      )}
    </>
  )
}

function whyUnavailable({ season, unavailable }: Moves): Reason {
  switch (unavailable) {
    case 'not_read':
      return [
        `No transactions of ${season} are stored.`,
        'If the provider still has them, an admin reads them with a backfill.',
      ]
    case 'no_lineups':
      return [
        `No completed week of ${season} has stored lineups.`,
        'They are needed to tell what a trade or a pickup gave.',
      ]
    case 'format':
      return [`${season} wasn't played for points, so moves have no results.`]
    default:
      return notStored(season)
  }
}

function BestPickups({ moves: { season, teams, best_pickups: pickups } }: { moves: Moves }) {
  return (
    <Stack as="ol" gap={0} isDivided aria-label={`Best pickups of ${season}`}>
      {pickups.map((pickup) => (
        <li key={`${pickup.team_id} ${pickup.player.player_id}`} className={styles.record}>
          <MovedPlayerLabel player={pickup.player} />
          <Stack as="span" gap={0} className={styles.result}>
            <Text weight={700} isNumeric>
              {formatPoints(pickup.started)}
            </Text>
            {pickup.per_dollar === null ? null : (
              <span className={ui.note}>{formatPoints(pickup.per_dollar)} per dollar</span>
            )}
          </Stack>
          <Row as="p" wraps className={ui.note}>
            <TeamLabel team={findTeam(teams, pickup.team_id)} /> <span>{describePickup(pickup)}</span>
          </Row>
        </li>
      ))}
    </Stack>
  )
}

function describePickup({ week, bid, weeks }: Pickup): string {
  const since = week === 0 ? 'before week 1' : `in week ${week}`
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  return `picked up ${since}${price}, on the roster for ${formatCount(weeks, 'week')}`
}

function PickupsByTeam({ moves: { teams, pickups } }: { moves: Moves }) {
  return (
    <Stack as="ol" gap={0} isDivided aria-label="Pickups of each team">
      {pickups.map(({ team_id: id, count, started, best }) => (
        <li key={id} className={styles.record}>
          <TeamLabel team={findTeam(teams, id)} />
          <Text weight={700} isNumeric>
            {formatPoints(started)}
          </Text>
          <Row as="p" wraps className={ui.note}>
            {formatCount(count, 'pickup')}
            {best === null ? '' : `, best: ${best.player.name} (${formatPoints(best.started)})`}
          </Row>
        </li>
      ))}
    </Stack>
  )
}

type TradeRecord = Omit<Moves['trades'][number], 'team_id'> & { key: string; name: ReactNode }
type TradeNet = NonNullable<TradeRecord['best']>

function TradeRecords({ label, records }: { label: string; records: readonly TradeRecord[] }) {
  const largest = Math.max(1, ...records.map(({ net }) => Math.abs(net)))
  return (
    <Stack as="ol" gap={0} isDivided aria-label={label}>
      {records.map(({ key, name, trades, won, even, lost, gained, given, net, best, worst }) => (
        <li key={key} className={styles.record}>
          <span className={ui.strong}>{name}</span>
          <Text weight={700} isNumeric tone={toneOf(net, 1)}>
            {formatNet(net)}
          </Text>
          <Track zero={0.5}>
            <Bar from={0.5} to={0.5 + net / largest / 2} data-tone={net < 0 ? 'bad' : 'good'} />
          </Track>
          <Row as="p" wraps className={ui.note}>
            {formatCount(trades, 'trade')}: {won} won{even === 0 ? '' : `, ${even} even`}, {lost} lost ·{' '}
            {formatPoints(gained)} gained, {formatPoints(given)} given
          </Row>
          <Row as="ul" wraps gap={3} className={ui.note}>
            {best === null ? null : <Extreme label="Best" trade={best} />}
            {worst === null ? null : <Extreme label="Worst" trade={worst} />}
          </Row>
        </li>
      ))}
    </Stack>
  )
}

function Extreme({
  label,
  trade: { season, trade, week, net, with: others },
}: {
  label: string
  trade: TradeNet
}) {
  return (
    <li>
      {label}:{' '}
      <Link to={{ season, post: trade }}>
        {formatNet(net)} with {new Intl.ListFormat('en').format(others)}
      </Link>{' '}
      <span className={ui.note}>
        ({season}, {week === 0 ? 'before week 1' : `week ${week}`})
      </span>
    </li>
  )
}
