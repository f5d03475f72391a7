import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { formatMissingWeeks, formatPoints, toneOf } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { findTeam, MovedPlayerLabel, TeamLabel, TradeSides, UNLISTED_PLAYERS } from './trade-sides.tsx'
import {
  findTransactionView,
  MOVES_VIEW,
  TRADE_VIEW,
  TRANSACTION_VIEWS,
  type TransactionView,
} from './transaction-views.ts'
import styles from './transactions.module.css'
import {
  formatNet,
  type Trade,
  type TradeSide,
  type Transaction,
  type TransactionPage,
  type TransactionTeam,
  tradeImage,
  tradeQuery,
  transactionsQuery,
} from './use-transactions.ts'

type TransactionsViewProps = SeasonViewProps & {
  views: ReactNode
}

export function TransactionsView({ league, seasons, views }: TransactionsViewProps) {
  const { view, season, week, team } = useLocation()
  const shown = findTransactionView(view)
  const query = useInfiniteQuery({
    ...transactionsQuery(league, { kind: shown.kind, season, week, team }),
    placeholderData: keepPreviousData,
  })
  const [first] = query.data?.pages ?? []
  useTitle('Transactions')
  return (
    <Stack as="section" aria-label="Transactions">
      {views}
      <TabHeader title="Transactions">
        <SeasonSwitch seasons={seasons} loaded={first?.season} to={{ week: null, team: null }} />
      </TabHeader>
      <Filters shown={shown} page={first} />
      <Loaded query={query} name="transactions" rows={6} height={96}>
        {({ pages }) => (
          <Stack gap={3} data-stale={query.isPlaceholderData}>
            <TransactionList
              pages={pages}
              isFiltered={shown.kind !== undefined || week !== null || team !== null}
            />
            {query.hasNextPage ? (
              <div>
                <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                  {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
                </Button>
              </div>
            ) : null}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

const ANY = ''

type FiltersProps = {
  shown: TransactionView
  /** undefined until it has loaded. */
  page: Pick<TransactionPage, 'teams' | 'weeks'> | undefined
}

function Filters({ shown, page: { teams, weeks } = { teams: [], weeks: [] } }: FiltersProps) {
  const router = useRouter()
  const { week, team } = useLocation()
  const numberOf = (value: string) => (value === ANY ? null : Number(value))
  return (
    <div className={styles.filters}>
      <SelectField
        label="Kind"
        options={TRANSACTION_VIEWS}
        value={shown.value}
        onChange={(view) => router.navigate({ view })}
      />
      <SelectField
        label="Team"
        options={[
          { value: ANY, label: 'All teams' },
          ...teams.map(({ team_id: id, name }) => ({ value: String(id), label: name })),
        ]}
        value={team === null ? ANY : String(team)}
        onChange={(value) => router.navigate({ team: numberOf(value) })}
      />
      <SelectField
        label="Week"
        options={[
          { value: ANY, label: 'All weeks' },
          ...weeks
            .toReversed()
            .map((each) => ({ value: String(each), label: each === 0 ? 'Before week 1' : `Week ${each}` })),
        ]}
        value={week === null ? ANY : String(week)}
        onChange={(value) => router.navigate({ week: numberOf(value) })}
      />
    </div>
  )
}

function TransactionList({ pages, isFiltered }: { pages: readonly TransactionPage[]; isFiltered: boolean }) {
  const [first] = pages
  const transactions = pages.flatMap((page) => page.transactions)
  if (first?.unavailable === 'not_stored')
    return (
      <EmptyState isFramed hint="They appear after this season is refreshed.">
        {first.season} isn't stored yet.
      </EmptyState>
    )
  if (first?.unavailable === 'not_read')
    return (
      <EmptyState
        isFramed
        hint="ESPN keeps the transactions of recent seasons only. If it still has them, an admin reads them with a backfill."
      >
        No transactions of {first.season} are stored.
      </EmptyState>
    )
  if (transactions.length === 0)
    return (
      <EmptyState isFramed {...(isFiltered ? { hint: 'Choose another kind, team or week.' } : {})}>
        {isFiltered ? 'No transactions match.' : 'No transactions yet.'}
      </EmptyState>
    )
  return (
    <Stack as="ol" gap={3}>
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <TransactionCard transaction={transaction} teams={first?.teams ?? []} />
        </li>
      ))}
    </Stack>
  )
}

type TransactionCardProps = { transaction: Transaction; teams: readonly TransactionTeam[] }

const KINDS = {
  waiver: 'Waiver claim',
  'free agent': 'Free agent',
  trade: 'Trade',
  roster: 'Roster change',
} as const

function TransactionCard({ transaction, teams }: TransactionCardProps) {
  const { kind, status, bid, moves, team_ids: teamIds, by_manager: isByManager } = transaction
  const [teamId] = teamIds
  return (
    <Stack as="article" gap={3} className={ui.card} aria-label={KINDS[kind]}>
      <Row as="p" gap={2} wraps>
        {kind === 'trade' || teamId === undefined ? null : <TeamLabel team={findTeam(teams, teamId)} />}
        <span className={ui.strong}>
          {KINDS[kind]}
          {bid === null ? null : (
            <Text isNumeric tone="info">
              {' '}
              ${bid}
            </Text>
          )}
          {isByManager ? ' by the commissioner' : ''}
        </span>
        <When transaction={transaction} />
      </Row>
      {status === 'failed' ? <p className={ui.note}>Failed: {describeFailure(transaction.reason)}</p> : null}
      {status === 'vetoed' ? <p className={ui.note}>Vetoed. No roster changed.</p> : null}
      {kind === 'trade' ? (
        <>
          <TradeSides trade={transaction} teams={teams} />
          <p>
            {/* The address keeps the filters, to which the page leads back. */}
            <Link to={{ season: transaction.season, post: transaction.id }}>
              {status === 'vetoed' ? 'Open the trade' : 'Who won?'}
            </Link>
          </p>
        </>
      ) : (
        <Stack as="ul" gap={2}>
          {moves.toSorted(addsFirst).map(({ player, to_team_id: to, from_team_id: from }) => (
            <Row key={`${player.player_id} ${from} ${to}`} as="li">
              <span
                className={`${styles.sign} ${ui.toned}`}
                data-tone={to === null ? 'bad' : 'good'}
                aria-hidden="true"
              >
                {to === null ? '−' : '+'}
              </span>
              <span className={ui.hidden}>{to === null ? 'Dropped' : 'Added'} </span>
              <MovedPlayerLabel player={player} />
            </Row>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const addsFirst = (a: Transaction['moves'][number], b: Transaction['moves'][number]) =>
  Number(a.to_team_id === null) - Number(b.to_team_id === null)

function When({ transaction: { at, week } }: { transaction: Transaction }) {
  const now = useNow()
  const inWeek = week === 0 ? 'before week 1' : `week ${week}`
  return (
    <span className={`${ui.note} ${styles.when}`}>
      {at === null ? inWeek : `${formatPastDay(new Date(at), now)}, ${inWeek}`}
    </span>
  )
}

/** ESPN's codes in words; Sleeper has none. */
const FAILURES: Readonly<Record<string, string>> = {
  FAILED_INVALIDPLAYERSOURCE: 'another team had the player by then.',
  FAILED_PLAYERALREADYDROPPED: 'the player to drop was gone by then.',
  FAILED_ROSTERLIMIT: 'the roster was full.',
}

function describeFailure(reason: string | null): string {
  return FAILURES[reason ?? ''] ?? 'no roster changed.'
}

type TradePageProps = {
  league: string
  season: number
  trade: string
  /** The season that the list was showing, to which the link back leads; null for its default. */
  listSeason: number | null
  discussion: ReactNode
}

export function TradePage({ league, season, trade, listSeason, discussion }: TradePageProps) {
  const { view } = useLocation()
  const query = useQuery(tradeQuery(league, season, trade))
  const title = query.data === undefined ? 'Trade' : titleOf(query.data)
  useTitle(title)
  return (
    <Stack as="section" aria-label="Trade">
      <Link
        to={{
          view: view === MOVES_VIEW ? view : findTransactionView(view).value,
          season: listSeason,
          post: null,
        }}
        className={ui.standaloneLink}
      >
        <ArrowLeft size={18} aria-hidden="true" /> {view === MOVES_VIEW ? 'Best moves' : 'Transactions'}
      </Link>
      <TabHeader
        title={title}
        label={`Season ${season}`}
        action={
          <ShareButton
            title={`${title} · ${league}`}
            to={{ view: TRADE_VIEW, week: null, team: null }}
            canPost
            {...(query.data === undefined ? {} : { image: tradeImage(league, season, trade) })}
          />
        }
      />
      <Loaded query={query} name="the trade" rows={2} height={160}>
        {(data) => (
          <>
            <TradeContent data={data} />
            <Card title="Comments" level={3}>
              {discussion}
            </Card>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function titleOf({ teams }: Trade): string {
  return `Trade: ${new Intl.ListFormat('en').format(teams.map(({ name }) => name))}`
}

const TRADE_FIGURES = [
  {
    name: 'Started',
    meaning: 'What each side got out of the trade on the field so far.',
    formula:
      'The points that the received players scored in the starting lineup of their new team, minus those that the given players scored in the starting lineups of the others. A player counts from his first completed week on the new roster until he leaves it, in the season of the trade. All sides add up to zero.',
  },
  {
    name: 'All points',
    meaning: 'The same, whether or not the players were started.',
    formula: 'Points on the bench count too.',
  },
  {
    name: 'Draft picks and budget',
    meaning: 'They are listed, and count zero.',
    formula: 'Once a pick is used, the trade says which player it became, and what he scored in that season.',
  },
]

function TradeContent({ data }: { data: Trade }) {
  const { trade, teams, sides, is_reversed: isReversed } = data
  const sideOf = (teamId: number) => sides.find((side) => side.team_id === teamId)
  return (
    <Stack>
      {isReversed ? (
        <Notice tone="warn">This trade was undone within a week, so its result doesn't count.</Notice>
      ) : null}
      <Card title="Result to date" level={3}>
        <Stack gap={3}>
          <Row isSpread gap={3}>
            <p className={ui.note}>
              <When transaction={trade} />
              {' · '}
              {describeState(data)}
            </p>
            <Explanation title="the result of a trade" figures={TRADE_FIGURES} />
          </Row>
          <TradeSides
            trade={trade}
            teams={teams}
            renderResult={(teamId) => <SideResult side={sideOf(teamId)} />}
            renderPlayerResult={(teamId, playerId) => (
              <PlayerResult
                result={sideOf(teamId)?.received.find((player) => player.player_id === playerId)}
              />
            )}
          />
        </Stack>
      </Card>
      <UsedPicks data={data} />
    </Stack>
  )
}

function describeState({
  unavailable,
  trade,
  from_week: from,
  through_week: through,
  missing_weeks: missing,
}: Trade): string {
  const without = formatMissingWeeks(missing)
  switch (unavailable) {
    case 'vetoed':
      return 'It was vetoed, so no roster changed.'
    case 'format':
      return "This league doesn't play for points, so there is no result."
    case 'no_lineups':
      return 'The result follows after the first completed week with stored lineups.'
    case null:
      if (trade.players === 'unlisted') return `${UNLISTED_PLAYERS}, so there are no points to count.`
      if (trade.moves.length === 0) return 'No player changed teams, so there are no points to count.'
      if (from === null) return `Through week ${through}${without}, no player was on his new roster.`
      return from === through
        ? `Points of week ${from}.`
        : `Points from week ${from} through week ${through}${without}.`
  }
}

function SideResult({ side }: { side: TradeSide | undefined }) {
  if (side === undefined) return null
  const { net_started: started, net_all: all } = side
  return (
    <p className={styles.result}>
      <Text size="2xl" weight={700} isNumeric tone={toneOf(started, 1)}>
        {formatNet(started)}
      </Text>{' '}
      <span className={ui.note}>started, {formatNet(all)} in all</span>
    </p>
  )
}

function PlayerResult({ result }: { result: TradeSide['received'][number] | undefined }) {
  if (result === undefined) return null
  return (
    <Text isNumeric>
      <span className={ui.strong}>{formatPoints(result.started)}</span>
      <span className={ui.note}> of {formatPoints(result.all)}</span>
    </Text>
  )
}

function UsedPicks({ data: { trade, teams } }: { data: Trade }) {
  const used = trade.picks.flatMap(({ became, ...pick }) => (became === null ? [] : [{ ...pick, became }]))
  if (used.length === 0) return null
  return (
    <Card title="What the picks became" level={3}>
      <Stack as="ul" gap={3}>
        {used.map(({ season, round, original_team_id: original, original_team: from, became }) => (
          <Stack key={`${season} ${round} ${original}`} as="li" gap={1}>
            <span className={ui.note}>
              {season}, pick {round}.{String(became.in_round).padStart(2, '0')} (from {from}), used by{' '}
              {findTeam(teams, became.team_id).name}
            </span>
            <Row as="span" isSpread gap={3}>
              <MovedPlayerLabel player={became.player} />
              {became.points === null ? null : <Text isNumeric>{formatPoints(became.points)} points</Text>}
            </Row>
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}
