import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { findTeam, MovedPlayerLabel, TeamLabel, TradeSides } from './trade-sides.tsx'
import styles from './transactions.module.css'
import type { Transaction, TransactionTeam } from './use-transactions.ts'

type Props = { transaction: Transaction; teams: readonly TransactionTeam[] }

const KINDS = {
  waiver: 'Waiver claim',
  'free agent': 'Free agent',
  trade: 'Trade',
  roster: 'Roster change',
} as const

export function TransactionCard({ transaction, teams }: Props) {
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
