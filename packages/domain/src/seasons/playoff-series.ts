import { addPoints, type Points } from '../points.ts'
import type { GameSide, Game as SeasonGame } from './season.ts'

type PlayoffSide = Pick<GameSide, 'teamId' | 'points'>

export type PlayoffGame = Pick<SeasonGame, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PlayoffSide
  /** null for a bye. */
  away: PlayoffSide | null
}

/** Every game of two teams in consecutive playoff periods, such as a two-week final. */
export type Series<Game extends PlayoffGame = PlayoffGame> = {
  /** In order; never empty. */
  games: readonly Game[]
  first: number
  last: number
  /** The home team of the first game first. */
  teamIds: [number, number]
  /** null for a tie, and until it is decided. */
  winnerId: number | null
}

/** After a tie, the team that plays on has won. null if that is not known. */
export function loserOf(series: Series, all: readonly Series[]): number | null {
  if (series.winnerId !== null) return otherTeam(series, series.winnerId)
  const eliminated = series.teamIds.filter(
    (teamId) => !all.some(({ first, teamIds }) => first > series.last && teamIds.includes(teamId)),
  )
  return eliminated.length === 1 ? (eliminated[0] ?? null) : null
}

/** The opponent of a team. */
export function otherTeam({ teamIds: [first, second] }: Pick<Series, 'teamIds'>, teamId: number): number {
  return teamId === first ? second : first
}

/**
 * The games of the playoffs as series, ordered by their last period. Pass the games of one bracket: in a consolation
 * ladder, two teams can meet twice in a row.
 */
export function toSeries<Game extends PlayoffGame>(games: readonly Game[]): Series<Game>[] {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  const groups: Game[][] = []
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

function isSamePair(a: PlayoffGame | undefined, b: PlayoffGame): boolean {
  const ids = ({ home, away }: PlayoffGame) => [home.teamId, away?.teamId ?? 0].sort((x, y) => x - y)
  return a !== undefined && ids(a).join() === ids(b).join()
}

function describeSeries<Game extends PlayoffGame>(games: readonly Game[]): Series<Game>[] {
  const [first, last] = [games[0], games.at(-1)]
  if (first === undefined || last === undefined || first.away === null) return []
  const teamIds: Series['teamIds'] = [first.home.teamId, first.away.teamId]
  const range = { games, first: first.period, last: last.period, teamIds }
  if (games.length === 1) {
    const winnerId = first.result === 'home' ? teamIds[0] : first.result === 'away' ? teamIds[1] : null
    return [{ ...range, winnerId }]
  }
  if (games.some(({ result }) => result === 'undecided')) return [{ ...range, winnerId: null }]
  const [home, away] = teamIds.map((teamId) => totalOf(games, teamId))
  if (home === undefined || away === undefined || home === away) return [{ ...range, winnerId: null }]
  return [{ ...range, winnerId: home > away ? teamIds[0] : teamIds[1] }]
}

function totalOf(games: readonly PlayoffGame[], teamId: number): Points {
  const sides = games.flatMap(({ home, away }) => (away === null ? [home] : [home, away]))
  return addPoints(sides.filter((side) => side.teamId === teamId).map(({ points }) => points))
}
