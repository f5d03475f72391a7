import fc from 'fast-check'
import type { Points } from '../../points.ts'
import type { GameResult, Member, TeamRecord } from '../../seasons/season.ts'
import type { HistoryInput, PastGame, PastSeason, PastTeam } from '../owners.ts'

export function aHistoryInput(
  seasons: readonly PastSeason[],
  more: Partial<HistoryInput> = {},
): HistoryInput {
  return { seasons, merges: [], exclusions: new Map(), ...more }
}

/** Creates a finished season with one-week matchup periods. Pass only the fields that matter. */
export function aPastSeason(more: Partial<PastSeason> = {}): PastSeason {
  const teams = more.teams ?? []
  const owners = [...new Set(teams.flatMap((team) => team.primaryOwnerId ?? []))]
  return {
    season: 2020,
    isFinished: true,
    previousSeasons: [],
    format: 'points',
    hasMedianGame: null,
    source: 'espn',
    provider: 'espn',
    depth: 'scores',
    periods: Array.from({ length: 17 }, (_, index) => ({ period: index + 1, weeks: [index + 1] })),
    members: owners.map((id) => aMember(id)),
    teams,
    games: [],
    ...more,
  }
}

export function aMember(memberId: string, name = `Owner ${memberId}`): Member {
  return { memberId, name, isManager: false, isCreator: false }
}

/** Creates a team with an ID and the owner's account. */
export function aPastTeam(teamId: number, owner: string | null, more: Partial<PastTeam> = {}): PastTeam {
  return {
    teamId,
    name: `Team ${teamId}`,
    logo: null,
    logoColor: null,
    record: { wins: 0, losses: 0, ties: 0 },
    pointsFor: 0 as Points,
    pointsAgainst: 0 as Points,
    playoffSeed: null,
    finalRank: null,
    primaryOwnerId: owner,
    ...more,
  }
}

/**
 * Creates a regular-season game whose ID is also its week. Each side is a team ID and hundredths of a point.
 */
export function aPastGame(
  gameId: number,
  [homeId, homePoints]: [number, number],
  [awayId, awayPoints]: [number, number],
  more: Partial<PastGame> = {},
): PastGame {
  return {
    gameId,
    period: gameId,
    bracket: 'regular',
    result: resultOf(homePoints, awayPoints),
    home: { teamId: homeId, points: homePoints as Points },
    away: { teamId: awayId, points: awayPoints as Points },
    ...more,
  }
}

function resultOf(home: number, away: number): GameResult {
  if (home === away) return 'tie'
  return home > away ? 'home' : 'away'
}

/** Sets the records and points of a season's teams according to its regular-season games. */
export function withRecords(season: PastSeason): PastSeason {
  const totals = new Map<number, TeamRecord & { scored: number; allowed: number }>()
  for (const { bracket, result, home, away } of season.games) {
    if (bracket !== 'regular' || away === null || result === 'undecided') continue
    for (const [side, own, other] of [['home', home, away] as const, ['away', away, home] as const]) {
      const teamTotals = totals.get(own.teamId) ?? { wins: 0, losses: 0, ties: 0, scored: 0, allowed: 0 }
      totals.set(own.teamId, teamTotals)
      teamTotals[result === 'tie' ? 'ties' : result === side ? 'wins' : 'losses'] += 1
      teamTotals.scored += own.points
      teamTotals.allowed += other.points
    }
  }
  const teams = season.teams.map((team) => {
    const { wins = 0, losses = 0, ties = 0, scored = 0, allowed = 0 } = totals.get(team.teamId) ?? {}
    const points = { pointsFor: scored as Points, pointsAgainst: allowed as Points }
    return { ...team, record: { wins, losses, ties }, ...points }
  })
  return { ...season, teams }
}

const ACCOUNTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const NAMES = ['Sam Reed', 'sam reed', 'Ada Marlow', 'Ben Okafor', '🏈', 'Sam Reed (2)']

/**
 * Generates any league: no or several seasons, owners who come and go and change their names, teams without
 * an owner, byes, ties, undecided games, adjusted results, playoffs, two-week matchup periods, and seasons
 * with only standings. No owner has two teams in a season. Without `hasUnowned`, every team has an owner.
 */
export function anyHistoryInput({ hasUnowned = true } = {}): fc.Arbitrary<HistoryInput> {
  return fc.array(anySeason(hasUnowned), { maxLength: 5 }).map((seasons) =>
    aHistoryInput(
      seasons.map((season, index) => {
        const isFinished = season.isFinished || index < seasons.length - 1
        const teams = isFinished ? season.teams : season.teams.map((team) => ({ ...team, finalRank: null }))
        return { ...season, season: 2015 + index, isFinished, teams }
      }),
    ),
  )
}

function anySeason(hasUnowned: boolean): fc.Arbitrary<PastSeason> {
  return fc
    .record({
      owners: fc.shuffledSubarray(ACCOUNTS, { minLength: 2, maxLength: 7 }),
      isFirstUnowned: fc.boolean(),
      names: fc.array(fc.constantFrom(...NAMES), { minLength: 7, maxLength: 7 }),
      periods: fc.array(anyPeriod(), { maxLength: 5 }),
      ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
      isFinished: fc.boolean(),
      hasOnlyStandings: fc.boolean(),
    })
    .map(({ owners, isFirstUnowned, names, periods, ranks, isFinished, hasOnlyStandings }) => {
      const teams = owners.map((owner, index) =>
        aPastTeam(index + 1, hasUnowned && isFirstUnowned && index === 0 ? null : owner, {
          finalRank: ranks.filter((rank) => rank <= owners.length).indexOf(index + 1) + 1,
        }),
      )
      const season = withRecords(
        aPastSeason({
          isFinished,
          teams,
          members: owners.map((owner, index) => aMember(owner, names[index])),
          periods: periods.map((_, index) => ({
            period: index + 1,
            weeks: index === 1 ? [2, 3] : [index + 1],
          })),
          games: periods.flatMap((period, index) => gamesOf(period, index + 1, teams.length)),
        }),
      )
      return hasOnlyStandings ? { ...season, depth: 'standings' as const, games: [] } : season
    })
}

type Period = { order: number[]; scores: number[]; isPlayoff: boolean; results: (GameResult | null)[] }

function anyPeriod(): fc.Arbitrary<Period> {
  return fc.record({
    order: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
    // Few distinct scores, so that ties occur.
    scores: fc.array(fc.integer({ min: -1, max: 12 }), { minLength: 7, maxLength: 7 }),
    isPlayoff: fc.boolean(),
    // The provider's result can differ from the points.
    results: fc.array(fc.option(fc.constantFrom('home', 'away', 'tie', 'undecided'), { freq: 4 }), {
      minLength: 4,
      maxLength: 4,
    }),
  })
}

function gamesOf(
  { order, scores, isPlayoff, results }: Period,
  period: number,
  teamCount: number,
): PastGame[] {
  const playing = order.filter((teamId) => teamId <= teamCount)
  return Array.from({ length: Math.ceil(playing.length / 2) }, (_, index) => {
    const [home = 0, away] = playing.slice(index * 2)
    const [homeScore = 0, awayScore = 0] = scores.slice(index * 2)
    const game = aPastGame(period * 10 + index, [home, homeScore * 1000], [away ?? 0, awayScore * 1000], {
      period,
      bracket: isPlayoff ? 'winners' : 'regular',
    })
    if (away === undefined) return { ...game, away: null, result: 'undecided' }
    return { ...game, result: results[index] ?? game.result }
  })
}
