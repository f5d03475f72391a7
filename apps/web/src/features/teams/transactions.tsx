import { useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { PlayerName } from '../../ui/display/player-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import ui from '../../ui/ui.module.css'
import styles from './transactions.module.css'
import type { TeamResponse, TeamTransaction } from './use-teams.ts'

/** How many transactions are listed at first. */
const MAX_SHOWN = 8

/** The team's transactions of the season, newest first. */
export function Transactions({ response: { transactions, team } }: { response: TeamResponse }) {
  const [isExpanded, setExpanded] = useState(false)
  const all = transactions ?? []
  const shown = isExpanded ? all : all.slice(0, MAX_SHOWN)
  return (
    <Card title="Transactions" level={3}>
      {all.length === 0 ? (
        <EmptyState>
          {transactions === null ? 'No transactions of this season are stored.' : 'No transactions yet.'}
        </EmptyState>
      ) : (
        <ol className={`${ui.divided} ${styles.list}`}>
          {shown.map((transaction) => (
            <Transaction key={transaction.id} transaction={transaction} teamId={team.team_id} />
          ))}
        </ol>
      )}
      {shown.length < all.length ? (
        <Button onClick={() => setExpanded(true)}>Show all {all.length}</Button>
      ) : null}
    </Card>
  )
}

type TransactionProps = { transaction: TeamTransaction; teamId: number }

function Transaction({ transaction, teamId }: TransactionProps) {
  const now = useNow()
  const { moves, week, decided_at: decidedAt } = transaction
  const added = moves.filter(({ to_team_id: to }) => to === teamId)
  const dropped = moves.filter(({ from_team_id: from, to_team_id: to }) => from === teamId && to !== teamId)
  return (
    <li className={styles.transaction}>
      <p className={ui.note}>
        <span className={ui.strong}>{describeKind(transaction)}</span>
        {' · '}
        {decidedAt === null ? `Week ${week}` : formatPastDay(new Date(decidedAt), now)}
      </p>
      <Players label={transaction.kind === 'trade' ? 'Received' : 'Added'} sign="+" moves={added} />
      <Players label={transaction.kind === 'trade' ? 'Sent' : 'Dropped'} sign="−" moves={dropped} />
    </li>
  )
}

function describeKind({ kind, status, bid, other_teams: others }: TeamTransaction): string {
  const price = bid === null || bid === 0 ? '' : `, $${bid}`
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name))
  const texts = {
    waiver: `Waiver claim${price}`,
    'free agent': 'Free agent',
    trade: names === '' ? 'Trade' : `Trade with ${names}`,
    roster: 'Roster change',
  }
  return `${texts[kind]}${status === 'done' ? '' : ` (${status})`}`
}

type PlayersProps = { label: string; sign: string; moves: TeamTransaction['moves'] }

function Players({ label, sign, moves }: PlayersProps) {
  if (moves.length === 0) return null
  return (
    <p className={styles.players}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={ui.hidden}>{label} </span>
      <span>
        {moves.map(({ espn_id: id, player }, index) => (
          <span key={id}>
            {index === 0 ? '' : ', '}
            <PlayerName player={player} espnId={id} />
          </span>
        ))}
      </span>
    </p>
  )
}
