import fc from 'fast-check'
import type { Points } from '../points.ts'
import type { GameResult, Member, TeamRecord } from '../season.ts'
import type { HistoryInput, PastGame, PastSeason, PastTeam } from './history-input.ts'

export function aHistoryInput(
  seasons: readonly PastSeason[],
  more: Partial<HistoryInput> = {},
): HistoryInput {
  return { seasons, merges: [], exclusions: new Map(), ...more }
}

/** A finished season whose weeks are NFL weeks. Name only what matters. */
export function aPastSeason(more: Partial<PastSeason> = {}): PastSeason {
  const teams = more.teams ?? []
  const owners = [...new Set(teams.flatMap((team) => team.primaryOwnerId ?? []))]
  return {
    season: 2020,
    isFinished: true,
    source: 'espn',
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

/** A team by its number and its owner's account. */
export function aPastTeam(teamId: number, owner: string | null, more: Partial<PastTeam> = {}): PastTeam {
  return {
    teamId,
    name: `Team ${teamId}`,
    logo: null,
    record: { wins: 0, losses: 0, ties: 0 },
    pointsFor: 0 as Points,
    pointsAgainst: 0 as Points,
    playoffSeed: null,
    finalRank: null,
    primaryOwnerId: owner,
    ...more,
  }
}

/** A regular-season game by its number, which is its week too. Sides are a team and hundredths of a point. */
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

/** The season with the records and points that its regular-season games come to. */
export function withRecords(season: PastSeason): PastSeason {
  const sums = new Map<number, TeamRecord & { scored: number; allowed: number }>()
  for (const { bracket, result, home, away } of season.games) {
    if (bracket !== 'regular' || away === null || result === 'undecided') continue
    for (const [side, own, other] of [['home', home, away] as const, ['away', away, home] as const]) {
      const sum = sums.get(own.teamId) ?? { wins: 0, losses: 0, ties: 0, scored: 0, allowed: 0 }
      sums.set(own.teamId, sum)
      sum[result === 'tie' ? 'ties' : result === side ? 'wins' : 'losses'] += 1
      sum.scored += own.points
      sum.allowed += other.points
    }
  }
  const teams = season.teams.map((team) => {
    const { wins = 0, losses = 0, ties = 0, scored = 0, allowed = 0 } = sums.get(team.teamId) ?? {}
    const points = { pointsFor: scored as Points, pointsAgainst: allowed as Points }
    return { ...team, record: { wins, losses, ties }, ...points }
  })
  return { ...season, teams }
}

const ACCOUNTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const NAMES = ['Sam Reed', 'sam reed', 'Ada Marlow', 'Ben Okafor', '🏈', 'Sam Reed (2)']

/**
 * Any league: one season or none, owners who come and go and change their names, teams that nobody
 * owns, byes, ties, open games, adjusted results, playoffs, weeks of two NFL weeks, tables alone.
 * Every owned team has another owner. Without `hasNobody` each team has one.
 */
export function anyHistoryInput({ hasNobody = true } = {}): fc.Arbitrary<HistoryInput> {
  return fc.array(anySeason(hasNobody), { maxLength: 5 }).map((seasons) =>
    aHistoryInput(
      seasons.map((season, index) => ({
        ...season,
        season: 2015 + index,
        isFinished: season.isFinished || index < seasons.length - 1,
      })),
    ),
  )
}

function anySeason(hasNobody: boolean): fc.Arbitrary<PastSeason> {
  return fc
    .record({
      owners: fc.shuffledSubarray(ACCOUNTS, { minLength: 2, maxLength: 7 }),
      nobody: fc.boolean(),
      names: fc.array(fc.constantFrom(...NAMES), { minLength: 7, maxLength: 7 }),
      periods: fc.array(anyPeriod(), { maxLength: 5 }),
      ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
      isFinished: fc.boolean(),
      isTableAlone: fc.boolean(),
    })
    .map(({ owners, nobody, names, periods, ranks, isFinished, isTableAlone }) => {
      const teams = owners.map((owner, index) =>
        aPastTeam(index + 1, hasNobody && nobody && index === 0 ? null : owner, {
          finalRank: isFinished ? (ranks[index] ?? null) : null,
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
      return isTableAlone ? { ...season, depth: 'standings' as const, games: [] } : season
    })
}

type Period = { order: number[]; scores: number[]; isPlayoff: boolean; results: (GameResult | null)[] }

function anyPeriod(): fc.Arbitrary<Period> {
  return fc.record({
    order: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
    // Few different scores, so that there are ties.
    scores: fc.array(fc.integer({ min: -1, max: 12 }), { minLength: 7, maxLength: 7 }),
    isPlayoff: fc.boolean(),
    // The provider's word may differ from the points.
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
