import { describeFormat, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { Link } from '../../../router/link.tsx'
import type { Location } from '../../../router/location.ts'
import { useRouter, useTitle } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { hasProjections, ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { useMediaQuery } from '../../../ui/layout/measure.ts'
import { useSwipe } from '../../../ui/navigation/use-swipe.ts'
import ui from '../../../ui/ui.module.css'
import {
  formatRemaining,
  formatScores,
  formatStanding,
  hasHomeTeam,
  leadingSide,
  type Provider,
} from '../format.ts'
import { GameNotesContext } from '../game-notes.ts'
import { BestStarter, GameStatus, Outlook, Projection, Score, SIDES, type Side } from '../game-score.tsx'
import styles from '../matchups.module.css'
import type { MatchupTeam, MyMatchup } from '../use-matchups.ts'
import { WinChance } from '../win-chance.tsx'
import { WinProbability } from '../win-probability/win-probability.tsx'
import { pairBySlot, type SlotPair } from './slot-pairs.ts'
import { SlotTable } from './slot-table.tsx'

/** Names a matchup for the document title and for sharing. */
export function matchupTitle({ week, away, home }: MatchupName): string {
  return `Week ${week}: ${away.name} vs ${home.name}`
}

type MatchupName = { week: number; away: { name: string }; home: { name: string } }

/** Another game; null at either end of the week. */
type OtherGame = Partial<Location> | null

type Props = {
  league: string
  matchup: MyMatchup
  season: number
  /** Whose data the season is. */
  provider: Provider
  /** Whether projections are estimated from the league's own scores. */
  isEstimated: boolean
  format: ScoringFormat
  /** Whether another game is loading. */
  isPlaceholderData: boolean
  /** The games of the week before and after this one, which a swipe opens. */
  previous: OtherGame
  next: OtherGame
}

/** Both teams with their scores, the course of the game, and their lineups. */
export function MatchupDetails({
  league,
  matchup,
  season,
  isPlaceholderData,
  previous,
  next,
  ...data
}: Props) {
  const { provider, format, isEstimated } = data
  const router = useRouter()
  const now = useNow()
  const isWide = useMediaQuery('(min-width: 1080px)')
  const { away, home } = matchup
  useTitle(matchupTitle(matchup))
  const swipe = useSwipe((direction) => {
    const game = direction === 1 ? next : previous
    if (game !== null) router.navigate(game)
  })
  const note = describeFormat(format)
  const hasLineups = away.lineup !== null || home.lineup !== null
  const { starters, others } = pairBySlot(away.lineup ?? [], home.lineup ?? [])
  const tables = { game: matchup, hasPoints: format === 'points', now }
  return (
    <ProjectionsContext value={hasProjections({ provider, is_estimated: isEstimated })}>
      <div className={styles.matchup} data-stale={isPlaceholderData} {...swipe}>
        <Head game={matchup} season={season} provider={provider} />
        <div className={styles.column}>
          <div className={styles.starters}>
            {hasLineups ? (
              <SlotTable caption="Slot by slot" pairs={starters} {...tables} />
            ) : (
              <EmptyState hint="Lineups appear after a refresh. Some weeks only have scores.">
                Lineups aren't available for this week.
              </EmptyState>
            )}
          </div>
          <Stack gap={3} className={styles.facts}>
            <div className={styles.teams}>
              {SIDES.map((side) => (
                <TeamFacts key={side} side={side} game={matchup} provider={provider} />
              ))}
            </div>
            <WinChance game={matchup} isEstimated={isEstimated} />
            {use(GameNotesContext).renderDetails(matchup, season)}
            {note === null ? null : <p className={ui.note}>{note}</p>}
            {matchup.nfl_weeks.length > 1 && matchup.lineup_week !== null ? (
              <p className={ui.note}>
                Lineups are for NFL week {matchup.lineup_week}. The scores above cover every week of the
                matchup.
              </p>
            ) : null}
          </Stack>
        </div>
        <div className={styles.column}>
          {format === 'points' ? (
            <WinProbability league={league} season={season} matchup={matchup} isLarge={isWide} />
          ) : null}
          {others.length === 0 ? null : (
            <Bench pairs={others} hasPoints={tables.hasPoints} isOpen={isWide}>
              <SlotTable caption="Bench" pairs={others} {...tables} />
            </Bench>
          )}
        </div>
      </div>
    </ProjectionsContext>
  )
}

type HeadProps = { game: MyMatchup; season: number; provider: Provider }

/** Both teams face to face, which stays at the top of a phone. */
function Head({ game, season, provider }: HeadProps) {
  const leader = leadingSide(game)
  const scores = formatScores(game)
  return (
    <div className={styles.head}>
      <GameStatus game={game} provider={provider} />
      {SIDES.map((side) => {
        const team = game[side]
        return (
          <section
            key={side}
            className={styles.side}
            aria-label={sideName(game, side, provider)}
            data-side={side}
            data-ahead={leader === side || undefined}
          >
            <div className={styles.team}>
              <Avatar name={team.name} src={team.logo} color={team.color} />
              <h3 className={styles.name}>
                <Link to={{ tab: 'roster', team: team.team_id, season }}>{team.name}</Link>
              </h3>
              {team.is_mine ? <span className={`${ui.chip} ${styles.you}`}>You</span> : null}
            </div>
            <p className={styles.points}>
              <span>
                <Score team={team} text={scores[side]} />
              </span>{' '}
              <Text size="s" tone="muted">
                <Projection team={team} state={game.state} />
              </Text>
            </p>
          </section>
        )
      })}
      <Outlook game={game} hasPlayersLeft />
    </div>
  )
}

/** 'Away' and 'Home', or the name of the team where nobody is at home. */
function sideName(game: MyMatchup, side: Side, provider: Provider): string {
  if (!hasHomeTeam(provider)) return game[side].name
  return side === 'away' ? 'Away' : 'Home'
}

type TeamFactsProps = { side: Side; game: MyMatchup; provider: Provider }

/** What is known about a team besides its score. */
function TeamFacts({ side, game, provider }: TeamFactsProps) {
  const team: MatchupTeam = game[side]
  const { remaining } = team
  return (
    <div>
      <Text as="p" weight={600} lines={1}>
        {hasHomeTeam(provider) ? `${sideName(game, side, provider)} · ` : ''}
        {team.name}
      </Text>
      {team.record === undefined ? null : <p>{formatStanding(team)}</p>}
      {game.state === 'live' && remaining !== null ? <p>{formatRemaining(remaining).join(' · ')}</p> : null}
      <BestStarter team={team} />
    </div>
  )
}

type BenchProps = { pairs: readonly SlotPair[]; hasPoints: boolean; isOpen: boolean; children: ReactNode }

/** The players who do not count, with the sum of their points. */
function Bench({ pairs, hasPoints, isOpen, children }: BenchProps) {
  const sumOf = (side: Side) => {
    const points = pairs.flatMap((pair) => pair[side]?.actual ?? [])
    return points.length === 0 ? null : points.reduce((sum, each) => sum + each, 0)
  }
  return (
    <details className={styles.bench} open={isOpen}>
      <summary>
        {hasPoints ? <Text isNumeric>{formatPoints(sumOf('away'))}</Text> : null}
        <Row as="span" gap={1}>
          Bench <ChevronDown size={16} aria-hidden="true" />
        </Row>
        {hasPoints ? <Text isNumeric>{formatPoints(sumOf('home'))}</Text> : null}
      </summary>
      {children}
    </details>
  )
}

export function MatchupSkeleton() {
  return (
    <>
      <Skeleton label="Loading your matchup" rows={1} height={152} />
      <Skeleton label="Loading lineups" rows={9} height={48} />
    </>
  )
}
