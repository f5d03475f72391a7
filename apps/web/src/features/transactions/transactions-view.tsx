import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { findTeam, MovedPlayerLabel, TeamLabel, TradeSides } from './trade-sides.tsx'
import { findTransactionView, TRANSACTION_VIEWS, type TransactionView } from './transaction-views.ts'
import styles from './transactions.module.css'
import {
  type Transaction,
  type TransactionPage,
  type TransactionTeam,
  transactionsQuery,
} from './use-transactions.ts'

type Props = SeasonViewProps & {
  views: ReactNode
}

export function TransactionsView({ league, seasons, views }: Props) {
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

export function When({ transaction: { at, week } }: { transaction: Transaction }) {
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
