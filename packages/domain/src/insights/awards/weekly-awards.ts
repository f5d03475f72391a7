import type { Acquisition } from '../../rosters/acquisitions.ts'
import { type RosterPlayer, type RosterWeek, startersOf } from '../../rosters/matchup.ts'
import { allPlayWeeks } from '../season/luck.ts'
import { type FinalGame, groupBy, groupByPeriod, scoresByWeek } from '../season/regular-season.ts'

/** In the order in which they are shown. */
export const AWARD_NAMES = [
  'top_score',
  'lowest_score',
  'heartbreak',
  'robbery',
  'blowout',
  'nail_biter',
  'lucky',
  'unlucky',
  'over_projection',
  'under_projection',
  'player_of_the_week',
  'pickup_of_the_week',
  'perfect_lineup',
  'bench_blunder',
  'asleep',
] as const

export type AwardName = (typeof AWARD_NAMES)[number]

const ORDER = Object.fromEntries(AWARD_NAMES.map((name, index) => [name, index])) as Record<AwardName, number>

export const LINEUP_AWARDS: readonly AwardName[] = AWARD_NAMES.slice(AWARD_NAMES.indexOf('over_projection'))

/** An award that a team won in an NFL week. Equal values share an award. */
export type Award = {
  name: AwardName
  week: number
  teamId: number
  /** Hundredths of a point. Wins for luck, and the number of slots for `asleep`. */
  value: number
  gameId: number | null
  player: Pick<RosterPlayer, 'playerId' | 'name' | 'position'> | null
}

export type AwardInput = {
  /** Final games of completed periods. */
  games: readonly FinalGame[]
  /** The stored lineups of any weeks. Weeks without games are left out. */
  lineups: readonly RosterWeek[]
  /** Whether the provider starts the best players by itself, so that no lineup is anybody's merit or fault. */
  isBestBall?: boolean
  /** How a team has got a player most recently, up to a week; null if unknown. */
  latestAcquisition: (teamId: number, playerId: number, week: number) => Acquisition['how'] | null
  /** Whether the NFL team had a bye; false if the schedule is unknown. */
  isOnBye: (nflTeamId: number, week: number) => boolean
}

/**
 * By week and in the order of their names. An award without a candidate is left out. In games of two weeks, everything
 * about results belongs to the second one. Source: analytics, "Weekly awards".
 */
export function weeklyAwards({ games, lineups, ...more }: AwardInput): Award[] {
  const weeks = scoresByWeek(games)
  const lineupsOf = groupBy(lineups, ({ week }) => week)
  const awards = [
    ...[...weeks].flatMap(([week, scores]) => scoreAwards(week, scores)),
    ...groupByPeriod(games).flatMap(gameAwards),
    ...[...new Set(games.flatMap((game) => game.weeks))].flatMap((week) =>
      lineupAwards(week, lineupsOf.get(week) ?? [], more),
    ),
  ]
  return awards.sort((a, b) => a.week - b.week || ORDER[a.name] - ORDER[b.name] || a.teamId - b.teamId)
}

type Candidate = Pick<Award, 'teamId' | 'value'> & Partial<Pick<Award, 'gameId' | 'player'>>

function highest(name: AwardName, week: number, candidates: readonly Candidate[]): Award[] {
  const best = candidates.reduce((most, { value }) => Math.max(most, value), -Infinity)
  return candidates
    .filter(({ value }) => isEqual(value, best))
    .map((candidate) => ({ gameId: null, player: null, ...candidate, name, week }))
}

function lowest(name: AwardName, week: number, candidates: readonly Candidate[]): Award[] {
  const best = candidates.reduce((least, { value }) => Math.min(least, value), Infinity)
  return highest(
    name,
    week,
    candidates.filter(({ value }) => isEqual(value, best)),
  )
}

/** Luck can differ by floating-point noise. */
const isEqual = (a: number, b: number) => Math.abs(a - b) < 1e-9

function scoreAwards(week: number, scores: readonly { teamId: number; points: number }[]): Award[] {
  const candidates = scores.map(({ teamId, points }) => ({ teamId, value: points }))
  return [...highest('top_score', week, candidates), ...lowest('lowest_score', week, candidates)]
}

function gameAwards(games: readonly FinalGame[]): Award[] {
  const week = games[0]?.weeks.at(-1) ?? 0
  const decided = games.flatMap(({ gameId, home, away, result }) => {
    if (result === 'tie') return []
    const [winner, loser] = result === 'home' ? [home, away] : [away, home]
    return [{ gameId, winner, loser, margin: winner.points - loser.points }]
  })
  const winners = decided.map(({ gameId, winner }) => ({
    gameId,
    teamId: winner.teamId,
    value: winner.points,
  }))
  const losers = decided.map(({ gameId, loser }) => ({ gameId, teamId: loser.teamId, value: loser.points }))
  const margins = decided.map(({ gameId, winner, margin }) => ({
    gameId,
    teamId: winner.teamId,
    value: margin,
  }))
  const luck = allPlayWeeks(games).map(({ teamId, luck: value }) => ({ teamId, value }))
  return [
    ...highest('heartbreak', week, losers),
    ...lowest('robbery', week, winners),
    ...highest('blowout', week, margins),
    ...lowest('nail_biter', week, margins),
    ...highest(
      'lucky',
      week,
      luck.filter(({ value }) => value > 1e-9),
    ),
    ...lowest(
      'unlucky',
      week,
      luck.filter(({ value }) => value < -1e-9),
    ),
  ]
}

function lineupAwards(
  week: number,
  lineups: readonly RosterWeek[],
  { isBestBall = false, latestAcquisition, isOnBye }: Omit<AwardInput, 'games' | 'lineups'>,
): Award[] {
  const starters = lineups.flatMap((lineup) =>
    startersOf(lineup).flatMap(({ playerId, name, position, points }) =>
      points === null ? [] : [{ teamId: lineup.teamId, value: points, player: { playerId, name, position } }],
    ),
  )
  const pickups = starters.filter(({ teamId, player }) => {
    const how = latestAcquisition(teamId, player.playerId, week)
    return how === 'waiver' || how === 'free_agent'
  })
  const differences = lineups.flatMap(({ teamId, actual, projectedPoints }) =>
    projectedPoints === null ? [] : [{ teamId, value: actual - projectedPoints }],
  )
  const blunders = highest(
    'bench_blunder',
    week,
    lineups.flatMap(benchBlunder).filter(({ value }) => value > 0),
  )
  const efficiencies = new Map(lineups.map(({ teamId, efficiency }) => [teamId, efficiency]))
  const efficiencyOf = (teamId: number) => efficiencies.get(teamId) ?? 1
  const worst = Math.min(...blunders.map(({ teamId }) => efficiencyOf(teamId)))
  const each = (name: AwardName, candidates: readonly Candidate[]) =>
    candidates.flatMap((candidate) => highest(name, week, [candidate]))
  const choices = [
    ...each(
      'perfect_lineup',
      lineups
        .filter(({ efficiency }) => efficiency === 1)
        .map(({ teamId, actual }) => ({ teamId, value: actual })),
    ),
    ...blunders.filter(({ teamId }) => efficiencyOf(teamId) === worst),
    ...each(
      'asleep',
      lineups
        .map((lineup) => ({ teamId: lineup.teamId, value: sleepingSlots(lineup, isOnBye) }))
        .filter(({ value }) => value > 0),
    ),
  ]
  return [
    ...highest(
      'over_projection',
      week,
      differences.filter(({ value }) => value > 0),
    ),
    ...lowest(
      'under_projection',
      week,
      differences.filter(({ value }) => value < 0),
    ),
    ...highest('player_of_the_week', week, starters),
    ...highest('pickup_of_the_week', week, pickups),
    ...(isBestBall ? [] : choices),
  ]
}

function benchBlunder({ teamId, leftOnBench }: RosterWeek): Candidate[] {
  return leftOnBench === null ? [] : [{ teamId, value: leftOnBench }]
}

function sleepingSlots(lineup: RosterWeek, isOnBye: AwardInput['isOnBye']): number {
  const onBye = startersOf(lineup).filter(
    ({ nflTeamId }) => nflTeamId !== null && isOnBye(nflTeamId, lineup.week),
  )
  return lineup.emptySlots.length + onBye.length
}
