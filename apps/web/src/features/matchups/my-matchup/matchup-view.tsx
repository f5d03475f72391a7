import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import {
  remainingShare,
  SCORE_STANDARD_DEVIATION,
  type SideOutlook,
  type TimelinePoint,
} from '@fieldhouse/domain/rosters/matchup'
import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Info, Maximize2 } from 'lucide-react'
import { type ReactNode, Suspense, use } from 'react'
import { useNow } from '../../../api/page-environment.ts'
import { Link } from '../../../router/link.tsx'
import { type Location, useRouter, useTitle } from '../../../router/router.ts'
import { sideColorStyle } from '../../../theme/team-color.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { hasProjections, ProjectionsContext } from '../../../ui/feedback/freshness.tsx'
import { formatPoints, formatScores, leadingSide } from '../../../ui/format/format.ts'
import { Row, Stack, Text, useMediaQuery } from '../../../ui/layout/layout.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { useSwipe } from '../../../ui/navigation/use-swipe.ts'
import { DialogButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import {
  formatRemaining,
  formatStanding,
  formatWinChances,
  GameNotesContext,
  hasHomeTeam,
  type Provider,
} from '../format.ts'
import { BestStarter, GameStatus, Outlook, Projection, Score, SIDES, type Side } from '../game-score.tsx'
import styles from '../matchups.module.css'
import type { Matchup, MatchupTeam, MyMatchup, MyMatchupResponse } from '../use-matchups.ts'
import { timeAxis } from '../win-probability/time-axis.ts'
import {
  describeCourse,
  type Teams,
  timelineQuery,
  toTimelinePoints,
} from '../win-probability/use-timeline.ts'
import { pairBySlot, type SlotPair, SlotTable } from './slot-table.tsx'

export function matchupTitle({ week, away, home }: MatchupName): string {
  return `Week ${week}: ${away.name} vs ${home.name}`
}

type MatchupName = { week: number; away: { name: string }; home: { name: string } }

/** Another game; null at either end of the week. */
type OtherGame = Partial<Location> | null

type Props = {
  league: string
  response: Pick<MyMatchupResponse, 'season' | 'provider' | 'scoring_format' | 'is_estimated'>
  matchup: MyMatchup
  isPlaceholderData: boolean
  previous: OtherGame
  next: OtherGame
}

export function MatchupDetails({ league, response, matchup, isPlaceholderData, previous, next }: Props) {
  const { season, provider, scoring_format: format, is_estimated: isEstimated = false } = response
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
      <Stack gap={0} className={styles.matchup} data-stale={isPlaceholderData} {...swipe}>
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
            <div className={`${ui.note} ${styles.teams}`}>
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
      </Stack>
    </ProjectionsContext>
  )
}

function Head({ game, season, provider }: { game: MyMatchup; season: number; provider: Provider }) {
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
              <Text as="h3" lines={1} className={styles.name}>
                <Link className={ui.nameLink} to={{ tab: 'roster', team: team.team_id, season }}>
                  {team.name}
                </Link>
              </Text>
              {team.is_mine ? <span className={`${ui.chip} ${styles.you}`}>You</span> : null}
            </div>
            <Row as="p" align="baseline" className={styles.points}>
              <span>
                <Score team={team} text={scores[side]} />
              </span>{' '}
              <span className={ui.note}>
                <Projection team={team} state={game.state} />
              </span>
            </Row>
          </section>
        )
      })}
      <Outlook game={game} hasPlayersLeft />
    </div>
  )
}

function sideName(game: MyMatchup, side: Side, provider: Provider): string {
  if (!hasHomeTeam(provider)) return game[side].name
  return side === 'away' ? 'Away' : 'Home'
}

function TeamFacts({ side, game, provider }: { side: Side; game: MyMatchup; provider: Provider }) {
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

type WinChanceProps = {
  game: Pick<Matchup, 'away' | 'home'>
  /** Whether projections are estimated from the league's own scores. */
  isEstimated: boolean
}

function WinChance({ game, isEstimated }: WinChanceProps) {
  const { away, home } = game
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = formatWinChances(away.win_chance, home.win_chance)
  return (
    <Row isSpread>
      <Text size="s">
        Win probability <strong>{awayText}</strong> – <strong>{homeText}</strong>
      </Text>
      <DialogButton
        icon={Info}
        iconSize={18}
        label="How win probability works"
        title="How win probability works"
      >
        <Stack gap={3}>
          <p>Based on projected final scores and how many points are left to play. An estimate.</p>
          {isEstimated ? <p>Estimated from this league's scores. The platform has no projections.</p> : null}
          <EstimateDetails game={game} />
          <details className={ui.link}>
            <summary>Show the math</summary>
            <Stack gap={3}>
              <p>win probability = Φ(lead ÷ ({SCORE_STANDARD_DEVIATION} × √2 × √share left))</p>
              <p>
                The lead is the difference in projected final scores, and the share left is the part of the
                projected points that hasn't been played. Φ is the standard normal distribution.{' '}
                {SCORE_STANDARD_DEVIATION} points is how far a team's score usually lands from its projection.
              </p>
            </Stack>
          </details>
        </Stack>
      </DialogButton>
    </Row>
  )
}

function EstimateDetails({ game: { away, home } }: Pick<WinChanceProps, 'game'>) {
  const [awayOutlook, homeOutlook] = [toOutlook(away), toOutlook(home)]
  const share = awayOutlook === null || homeOutlook === null ? null : remainingShare(awayOutlook, homeOutlook)
  if (share === null) return null
  return (
    <p>
      {away.name}: {formatPoints(away.proj)} projected. {home.name}: {formatPoints(home.proj)} projected.{' '}
      {Math.round(share * 100)}% of the points are left to play.
    </p>
  )
}

function toOutlook({ score, proj }: MatchupTeam): SideOutlook | null {
  if (proj === null) return null
  const scored = pointsFromDecimal(score ?? 0)
  return { scored, remaining: Math.max(0, pointsFromDecimal(proj) - scored) as Points }
}

const WinProbabilityChart = lazyNamed(() => import('../win-probability-chart.tsx'), 'WinProbabilityChart')

/** The heights of the small chart, and of the large one with its title and notes, in CSS pixels. */
const HEIGHT = { small: 32, large: 400 }

/** With fewer points, there is no line. */
const MIN_POINTS = 2

type WinProbabilityProps = {
  league: string
  season: number
  matchup: MyMatchup
  /** Whether there is room for the large chart. Otherwise, the small one can be enlarged. */
  isLarge: boolean
}

export function WinProbability({ league, season, matchup, isLarge }: WinProbabilityProps) {
  const { id: game, week, state, nfl_weeks: nflWeeks } = matchup
  const isFollowed = state === 'final' || (state === 'live' && matchup.away.win_chance !== null)
  const isShown = isFollowed && nflWeeks.length === 1
  const query = useQuery({ ...timelineQuery(league, { season, week, game }), enabled: isShown })
  if (!isShown) return null
  const skeleton = (
    <Skeleton label="Loading the win probability" rows={1} height={isLarge ? HEIGHT.large : HEIGHT.small} />
  )
  return (
    <Loaded query={query} errorTitle="Failed to load the win probability" skeleton={skeleton}>
      {(timeline) => {
        const points = toTimelinePoints(timeline)
        if (points.length < MIN_POINTS) return null
        const chart = (
          <Suspense fallback={skeleton}>
            <WinProbabilityChart teams={matchup} timeline={timeline} />
          </Suspense>
        )
        if (isLarge) return <div className={styles.largeChart}>{chart}</div>
        return (
          <div className={styles.spark}>
            <SmallChart points={points} teams={matchup} />
            <DialogButton icon={Maximize2} iconSize={16} label="Enlarge the chart" title="Win probability">
              {chart}
            </DialogButton>
          </div>
        )
      }}
    </Loaded>
  )
}

const WIDTH = 300

/** The away team's probability is above the middle, in its color. */
function SmallChart({ points, teams }: { points: readonly TimelinePoint[]; teams: Teams }) {
  const { x } = timeAxis(points, [0, WIDTH])
  const [top, middle, bottom] = [4, HEIGHT.small / 2, HEIGHT.small - 4]
  const yOf = (point: TimelinePoint) => top + point.homeProbability * (bottom - top)
  // A probability stays until it changes.
  const steps = (edge: (y: number) => number) =>
    points
      .flatMap((point, index) => {
        const before = points[index - 1]
        const at = x(point.at).toFixed(1)
        return [...(before === undefined ? [] : [`${at},${edge(yOf(before))}`]), `${at},${edge(yOf(point))}`]
      })
      .join(' ')
  const end = x(points.at(-1)?.at ?? new Date(0))
  const edges = {
    away: (y: number) => Math.min(y, middle),
    home: (y: number) => Math.max(y, middle),
  }
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT.small}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeCourse(points, teams)}
      style={sideColorStyle(teams.away, teams.home)}
    >
      {SIDES.map((side) => (
        <polygon
          key={side}
          className={styles.area}
          data-side={side}
          points={`0,${middle} ${steps(edges[side])} ${end},${middle}`}
        />
      ))}
      <line className={styles.dayLine} x1={0} x2={WIDTH} y1={middle} y2={middle} />
      <polyline className={styles.course} points={steps((y) => y)} />
    </svg>
  )
}
