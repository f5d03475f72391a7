import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatMissingWeeks, formatPoints } from '../../ui/format/format.ts'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import { Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { findTeam, MovedPlayerLabel, TradeSides, UNLISTED_PLAYERS } from './trade-sides.tsx'
import { findTransactionView, MOVES_VIEW, TRADE_VIEW } from './transaction-views.ts'
import styles from './transactions.module.css'
import { When } from './transactions-view.tsx'
import { formatNet, type Trade, type TradeSide, tradeImage, tradeQuery } from './use-transactions.ts'

type Props = {
  league: string
  season: number
  trade: string
  /** The season that the list was showing, to which the link back leads; null for its default. */
  listSeason: number | null
  discussion: ReactNode
}

export function TradePage({ league, season, trade, listSeason, discussion }: Props) {
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

const FIGURES = [
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
            <Explanation title="the result of a trade" figures={FIGURES} />
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
      <Text size="2xl" weight={700} isNumeric tone={started > 0 ? 'good' : started < 0 ? 'bad' : undefined}>
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
