import { groupBy, meanOf } from '../insights/season/regular-season.ts'
import { minutesLeft, type NflWeek, teamWeekOf } from '../nfl/nfl-week.ts'
import { addPoints, type Points, ZERO_POINTS } from '../points.ts'
import { bestLineup, type LineupEntry, RESERVE_SLOT, slotOf, type TeamLineup } from './lineup.ts'
import { isOut } from './matchup.ts'

export type WeekOfLineups = { week: number; lineups: readonly Pick<TeamLineup, 'entries'>[] }

/** How many weeks the mean of the position counts as, next to a player's own weeks. */
const POSITION_WEEKS = 4

const GAME_MINUTES = 60

type EstimateInput = {
  lineups: readonly TeamLineup[]
  earlier: readonly WeekOfLineups[]
  /** The weeks of the season before, for a week without earlier ones. */
  lastSeason?: readonly WeekOfLineups[]
  /** null if the schedule is unknown: nobody is on bye, and no game has begun. */
  nflWeek: NflWeek | null
  /** Whether the platform chooses the best lineup after the games. */
  isBestBall: boolean
}

/** Whether a provider has projected any player. Its projections are never mixed with estimates. */
export function hasProjections(lineups: readonly Pick<TeamLineup, 'entries'>[]): boolean {
  return lineups.some(({ entries }) => entries.some(({ projectedPoints }) => projectedPoints !== null))
}

/**
 * Lineups of a week that is not over with the points that their players are expected to have after it, as projections.
 * Unchanged where the provider projects them, and before any lineup is known to estimate from. Between a player's own
 * mean and that of the starters at the position, each own week counts once and the position four times. During a game,
 * the expectation shrinks with the minutes left.
 * @see Analytics, 17.1 "Expected points without a projection"
 */
export function withEstimates({ lineups, earlier, lastSeason = [], ...week }: EstimateInput): TeamLineup[] {
  const means = meansByPosition(earlier.length > 0 ? earlier : lastSeason)
  if (hasProjections(lineups) || means.size === 0) return [...lineups]
  const ownPoints = pointsByPlayer(earlier)
  return lineups.map((lineup) => {
    const entries = lineup.entries.map((entry) => {
      const expected = isAbsent(entry, week.nflWeek)
        ? 0
        : expectedInGame(ownPoints.get(entry.playerId) ?? [], means.get(entry.position ?? ANY_POSITION))
      return { ...entry, projectedPoints: afterMinutesLeft(entry, expected, week.nflWeek) }
    })
    return { ...lineup, entries, projectedPoints: expectedTotal({ ...lineup, entries }, week.isBestBall) }
  })
}

const ANY_POSITION = ''

/** The mean points of the starters, by position and of all, in hundredths. */
function meansByPosition(weeks: readonly WeekOfLineups[]): Map<string, number> {
  const starters = weeks
    .flatMap(({ lineups }) => lineups.flatMap(({ entries }) => entries))
    .filter(({ slotId, points }) => slotOf(slotId).isStarter && points !== null)
  const groups = [
    ...groupBy(starters, ({ position }) => position ?? ANY_POSITION),
    [ANY_POSITION, starters],
  ] as const
  return new Map(
    groups
      .filter(([, players]) => players.length > 0)
      .map(([position, players]) => [position, meanOf(players.map(({ points }) => points ?? 0)) ?? 0]),
  )
}

/**
 * The points of each player in the weeks in which they played, on the bench, too. Sleeper does not tell 0 points from a
 * week without a game, so a week with 0 points counts as one.
 */
function pointsByPlayer(weeks: readonly WeekOfLineups[]): Map<number, number[]> {
  const played = weeks
    .flatMap(({ lineups }) => lineups.flatMap(({ entries }) => entries))
    .filter(({ points }) => points !== null && points !== ZERO_POINTS)
  const byPlayer = groupBy(played, ({ playerId }) => playerId)
  return new Map([...byPlayer].map(([playerId, own]) => [playerId, own.map(({ points }) => points ?? 0)]))
}

/** In hundredths. null if the league has not started the position. */
function expectedInGame(own: readonly number[], positionMean: number | undefined): number | null {
  if (positionMean === undefined) return meanOf(own)
  return (
    (own.reduce((sum, points) => sum + points, 0) + POSITION_WEEKS * positionMean) /
    (own.length + POSITION_WEEKS)
  )
}

function afterMinutesLeft(
  { points, nflTeamId }: LineupEntry,
  expected: number | null,
  nflWeek: NflWeek | null,
): Points | null {
  if (expected === null) return null
  const game = nflWeek === null || nflTeamId === null ? null : teamWeekOf(nflWeek, nflTeamId).game
  // Of a player whose game is unknown, what comes after the first points is unknown, too.
  const unknownMinutes = points === null ? GAME_MINUTES : 0
  const minutes = game === null ? unknownMinutes : minutesLeft(game)
  return Math.round((points ?? 0) + (expected * minutes) / GAME_MINUTES) as Points
}

function isAbsent({ slotId, nflTeamId, injuryStatus }: LineupEntry, nflWeek: NflWeek | null): boolean {
  if (slotId === RESERVE_SLOT || isOut(injuryStatus)) return true
  if (nflWeek === null) return false
  return nflTeamId === null || teamWeekOf(nflWeek, nflTeamId).isBye
}

function expectedTotal(lineup: TeamLineup, isBestBall: boolean): Points | null {
  const expected = lineup.entries.map((entry) => ({ ...entry, points: entry.projectedPoints }))
  const best = isBestBall ? bestLineup({ ...lineup, entries: expected }) : null
  if (best !== null) return best.points
  const starters = expected.filter(({ slotId }) => slotOf(slotId).isStarter)
  return starters.some(({ points }) => points !== null)
    ? addPoints(starters.map(({ points }) => points ?? ZERO_POINTS))
    : null
}
