import { useState } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { PlayerName } from '../../ui/display/player.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { formatTradedBudget, formatTradedPick } from '../../ui/format/trade-asset.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import type { TeamResponse, TeamTransaction } from './use-teams.ts'

const MAX_SHOWN = 8

export function Transactions({ response: { transactions, team, season } }: { response: TeamResponse }) {
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
        <Stack as="ol" gap={3} isDivided>
          {shown.map((transaction) => (
            <Transaction
              key={transaction.id}
              transaction={transaction}
              teamId={team.team_id}
              season={season}
            />
          ))}
        </Stack>
      )}
      {shown.length < all.length ? (
        <Button onClick={() => setExpanded(true)}>Show all {all.length}</Button>
      ) : null}
    </Card>
  )
}

type Asset = { from_team_id: number | null; to_team_id: number | null }

type TransactionProps = { transaction: TeamTransaction; teamId: number; season: number }

function Transaction({ transaction, teamId, season }: TransactionProps) {
  const now = useNow()
  const { id, kind, moves, picks = [], budget = [], week, decided_at: decidedAt } = transaction
  const assetsOf = (isOwn: (asset: Asset) => boolean) => ({
    moves: moves.filter(isOwn),
    picks: picks.filter(isOwn),
    budget: budget.filter(isOwn),
  })
  const added = assetsOf(({ to_team_id: to }) => to === teamId)
  const dropped = assetsOf(({ from_team_id: from, to_team_id: to }) => from === teamId && to !== teamId)
  return (
    <Stack as="li" gap={0}>
      <p className={ui.note}>
        <span className={ui.strong}>{describeKind(transaction)}</span>
        {' · '}
        {decidedAt === null ? `Week ${week}` : formatPastDay(new Date(decidedAt), now)}
      </p>
      <Assets label={kind === 'trade' ? 'Received' : 'Added'} sign="+" {...added} />
      <Assets label={kind === 'trade' ? 'Sent' : 'Dropped'} sign="−" {...dropped} />
      {kind === 'trade' ? (
        <Link to={{ tab: 'league social', view: 'trade', season, post: id }}>Open the trade</Link>
      ) : null}
    </Stack>
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

type AssetsProps = {
  label: string
  sign: string
  moves: TeamTransaction['moves']
  picks: NonNullable<TeamTransaction['picks']>
  budget: NonNullable<TeamTransaction['budget']>
}

function Assets({ label, sign, moves, picks, budget }: AssetsProps) {
  const assets = [
    ...moves.map(({ espn_id: id, player }) => ({
      key: `player ${id}`,
      content: <PlayerName player={player} espnId={id} />,
    })),
    ...[...picks.map(formatTradedPick), ...budget.map(formatTradedBudget)].map((content) => ({
      key: content,
      content,
    })),
  ]
  if (assets.length === 0) return null
  return (
    <Row as="p" align="start">
      <Text weight={700} tone="muted" aria-hidden="true">
        {sign}
      </Text>
      <span className={ui.hidden}>{label} </span>
      <span>
        {assets.map(({ key, content }, index) => (
          <span key={key}>
            {index === 0 ? '' : ', '}
            {content}
          </span>
        ))}
      </span>
    </Row>
  )
}
