import { addPoints, type Points } from '../points.ts'
import type { Game, GameSide, SeasonTeam } from './season.ts'

export type PodiumPlace = { place: number; teamId: number }

type PodiumSide = Pick<GameSide, 'teamId' | 'points'>
type PodiumGame = Pick<Game, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PodiumSide
  away: PodiumSide | null
}
type PodiumSeason = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'finalRank'>[]
  games: readonly PodiumGame[]
}

/**
 * The first three of a finished season, the champion first. Without a final rank of 1 they are read from the
 * stored playoff games. Empty if these do not show who won the final: the best record or seed is not the
 * champion. Source: decisions, 6 "A season's order".
 */
export function podiumOf({ teams, games }: PodiumSeason): PodiumPlace[] {
  const ranked = teams.flatMap(({ teamId, finalRank }) =>
    finalRank !== null && finalRank <= 3 ? [{ place: finalRank, teamId }] : [],
  )
  if (ranked.some(({ place }) => place === 1)) return ranked.sort((a, b) => a.place - b.place).slice(0, 3)
  return podiumFromGames(games)
}

/** Every game of two teams in consecutive playoff periods, such as a two-week final. */
type Series = {
  first: number
  last: number
  teamIds: [number, number]
  /** null for a tie. */
  winnerId: number | null
}

function podiumFromGames(games: readonly PodiumGame[]): PodiumPlace[] {
  const playoffs = games.filter(({ bracket }) => bracket !== 'regular')
  const tiered = playoffs.filter(({ bracket }) => bracket === 'winners')
  const bracket = tiered.length > 0 ? tiered : playoffs.filter((game) => game.bracket === 'playoffs')
  if (bracket.some(({ away, result }) => away !== null && result === 'undecided')) return []
  const series = toSeries(bracket)
  const final = findFinal(series)
  if (final === null) return []
  const [champion, runnerUp] = [final.winnerId, otherTeam(final, final.winnerId)]
  const third = findThird(series, final, toSeries(playoffs))
  return [champion, runnerUp, ...(third === null ? [] : [third])].map((teamId, index) => ({
    place: index + 1,
    teamId,
  }))
}

type Final = Series & { winnerId: number }

/**
 * The only game of the last period between two teams that have not lost before. Every other team has lost one, so
 * games of teams outside the bracket, which some files do not mark, leave the final unknown.
 */
function findFinal(series: readonly Series[]): Final | null {
  const lastPeriod = Math.max(...series.map(({ last }) => last))
  const losers = new Set(
    series.filter(({ last }) => last < lastPeriod).flatMap((each) => loserOf(each, series) ?? []),
  )
  const finals = series.filter(
    ({ last, teamIds }) => last === lastPeriod && teamIds.every((teamId) => !losers.has(teamId)),
  )
  const [final] = finals
  if (final === undefined || finals.length > 1 || final.winnerId === null) return null
  const teamIds = new Set(series.flatMap((each) => each.teamIds))
  const isComplete = [...teamIds].every((teamId) => final.teamIds.includes(teamId) || losers.has(teamId))
  return isComplete ? { ...final, winnerId: final.winnerId } : null
}

/** After a tie, the team that plays on has won. null if that is not known. */
function loserOf(series: Series, all: readonly Series[]): number | null {
  if (series.winnerId !== null) return otherTeam(series, series.winnerId)
  const eliminated = series.teamIds.filter(
    (teamId) => !all.some(({ first, teamIds }) => first > series.last && teamIds.includes(teamId)),
  )
  return eliminated.length === 1 ? (eliminated[0] ?? null) : null
}

/** The winner of the game between the losers of the semifinals; null without such a game. */
function findThird(bracket: readonly Series[], final: Final, all: readonly Series[]): number | null {
  const semifinalLosers = final.teamIds.flatMap((finalist) => {
    const semifinal = bracket
      .filter(({ last, teamIds }) => last < final.first && teamIds.includes(finalist))
      .at(-1)
    return semifinal === undefined ? [] : [{ teamId: otherTeam(semifinal, finalist), lost: semifinal.last }]
  })
  const [first, second] = semifinalLosers
  if (first === undefined || second === undefined) return null
  const game = all.find(
    ({ first: period, teamIds }) =>
      period > Math.max(first.lost, second.lost) &&
      teamIds.includes(first.teamId) &&
      teamIds.includes(second.teamId),
  )
  return game?.winnerId ?? null
}

function otherTeam({ teamIds: [first, second] }: Series, teamId: number): number {
  return teamId === first ? second : first
}

/** Ordered by their last period. */
function toSeries(games: readonly PodiumGame[]): Series[] {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  const groups: PodiumGame[][] = []
  for (const game of games.toSorted((a, b) => a.period - b.period || a.gameId - b.gameId)) {
    if (game.away === null) continue
    const before = periods[periods.indexOf(game.period) - 1]
    const started = groups.find((group) => {
      const last = group.at(-1)
      return last?.period === before && isSamePair(last, game)
    })
    if (started === undefined) groups.push([game])
    else started.push(game)
  }
  return groups.flatMap((group) => describeSeries(group)).sort((a, b) => a.last - b.last)
}

function isSamePair(a: PodiumGame | undefined, b: PodiumGame): boolean {
  const ids = ({ home, away }: PodiumGame) => [home.teamId, away?.teamId ?? 0].sort((x, y) => x - y)
  return a !== undefined && ids(a).join() === ids(b).join()
}

function describeSeries(games: readonly PodiumGame[]): Series[] {
  const [first, last] = [games[0], games.at(-1)]
  if (first === undefined || last === undefined || first.away === null) return []
  const teamIds: Series['teamIds'] = [first.home.teamId, first.away.teamId]
  const range = { first: first.period, last: last.period, teamIds }
  if (games.length === 1) {
    const winnerId = first.result === 'home' ? teamIds[0] : first.result === 'away' ? teamIds[1] : null
    return [{ ...range, winnerId }]
  }
  const [home, away] = teamIds.map((teamId) => totalOf(games, teamId))
  if (home === undefined || away === undefined || home === away) return [{ ...range, winnerId: null }]
  return [{ ...range, winnerId: home > away ? teamIds[0] : teamIds[1] }]
}

function totalOf(games: readonly PodiumGame[], teamId: number): Points {
  const sides = games.flatMap(({ home, away }) => (away === null ? [home] : [home, away]))
  return addPoints(sides.filter((side) => side.teamId === teamId).map(({ points }) => points))
}
