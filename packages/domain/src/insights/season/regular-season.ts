import { addPoints, type Points } from '../../points.ts'
import { type Game, isDecided, type MatchupPeriod, type SeasonTeam } from '../../seasons/season.ts'

/** The regular season of a league that plays head-to-head for points, as all insights read it. */
export type RegularSeason = {
  /** Ordered by ID. */
  teams: readonly Pick<SeasonTeam, 'teamId' | 'divisionId'>[]
  /** The final games between two teams, ordered by period and game ID. */
  games: readonly FinalGame[]
  /** The games to come and in progress, in the same order. */
  openGames: readonly OpenGame[]
  /** Whether each team also plays the median score of the week. */
  hasMedianGame: boolean
  lastPeriod: number | null
  /** The last period that is completed, as are all before it; 0 before the first one. */
  completedPeriods: number
}

export type FinalGame = {
  gameId: number
  period: number
  /** The NFL weeks of the game. More than one is still one game. Never empty. */
  weeks: readonly number[]
  home: FinalSide
  away: FinalSide
  /** The provider's result, which an adjustment can decide. */
  result: 'home' | 'away' | 'tie'
}

export type FinalSide = {
  teamId: number
  /** Over all weeks of the game. */
  points: Points
  /** In the order of the weeks; null if only the total is known. */
  pointsByWeek: readonly Points[] | null
}

export type OpenGame = {
  gameId: number
  period: number
  weeks: readonly number[]
  homeId: number
  awayId: number
}

type StoredSide = { teamId: number; points: Points }

type StoredSeason = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'divisionId'>[]
  games: readonly (Pick<Game, 'gameId' | 'period' | 'result' | 'bracket'> & {
    home: StoredSide
    away: StoredSide | null
  })[]
  /** The score of each team in NFL weeks, as far as it is stored. */
  weeklyScores: readonly { teamId: number; week: number; points: Points }[]
  periods: readonly MatchupPeriod[]
  regularSeasonPeriods: number | null
  hasMedianGame: boolean
}

/** The regular season of a stored season. Byes and playoff games are not part of it. */
export function toRegularSeason(season: StoredSeason): RegularSeason {
  const scores = new Map(
    season.weeklyScores.map(({ teamId, week, points }) => [`${teamId} ${week}`, points] as const),
  )
  const toSide = ({ teamId, points }: StoredSide, weeks: readonly number[]): FinalSide => {
    const byWeek = weeks.flatMap((week) => scores.get(`${teamId} ${week}`) ?? [])
    const isComplete = byWeek.length === weeks.length && addPoints(byWeek) === points
    return { teamId, points, pointsByWeek: weeks.length === 1 ? [points] : isComplete ? byWeek : null }
  }
  const games: FinalGame[] = []
  const openGames: OpenGame[] = []
  for (const game of season.games.toSorted((a, b) => a.period - b.period || a.gameId - b.gameId)) {
    const { gameId, period, home, away, result } = game
    if (game.bracket !== 'regular' || away === null) continue
    const stored = season.periods.find((each) => each.period === period)?.weeks ?? []
    const weeks = stored.length === 0 ? [period] : stored.toSorted((a, b) => a - b)
    if (result === 'undecided')
      openGames.push({ gameId, period, weeks, homeId: home.teamId, awayId: away.teamId })
    else if (isDecided(result))
      games.push({ gameId, period, weeks, home: toSide(home, weeks), away: toSide(away, weeks), result })
  }
  const firstOpen = Math.min(...openGames.map(({ period }) => period))
  const completed = games.map(({ period }) => period).filter((period) => period < firstOpen)
  return {
    teams: season.teams
      .map(({ teamId, divisionId }) => ({ teamId, divisionId }))
      .sort((a, b) => a.teamId - b.teamId),
    games,
    openGames,
    hasMedianGame: season.hasMedianGame,
    lastPeriod: season.regularSeasonPeriods,
    completedPeriods: Math.max(0, ...completed),
  }
}

/** The season as it was after a period. Its later games are open again. */
export function seasonThrough(season: RegularSeason, period: number): RegularSeason {
  const reopened = season.games
    .filter((game) => game.period > period)
    .map(({ gameId, weeks, home, away, ...game }) => ({
      gameId,
      period: game.period,
      weeks,
      homeId: home.teamId,
      awayId: away.teamId,
    }))
  return {
    ...season,
    games: season.games.filter((game) => game.period <= period),
    openGames: [...reopened, ...season.openGames].sort((a, b) => a.period - b.period || a.gameId - b.gameId),
    completedPeriods: Math.min(season.completedPeriods, period),
  }
}

/** The completed periods with a result, ascending. A league can begin late, and leave out a week. */
export function playedPeriods(season: RegularSeason): number[] {
  return [...new Set(completedGames(season).map(({ period }) => period))]
}

/** Computes the value of each object once. */
export function oncePer<Item extends object, Value>(compute: (item: Item) => Value): (item: Item) => Value {
  const values = new WeakMap<Item, Value>()
  return (item) => {
    const value = values.get(item) ?? compute(item)
    values.set(item, value)
    return value
  }
}

/** The games of completed periods. The same list each time. */
export const completedGames = oncePer(({ games, completedPeriods }: RegularSeason): readonly FinalGame[] =>
  games.filter(({ period }) => period <= completedPeriods),
)

export type TeamGame = { game: FinalGame; own: FinalSide; other: FinalSide; result: number }

/** The games of each team, by its ID. Many calculations ask for those of all teams, one after the other. */
const gamesByTeam = oncePer((games: readonly FinalGame[]) => {
  const sides = games.flatMap((game): TeamGame[] => {
    const { home, away, result } = game
    const homeResult = result === 'tie' ? 0.5 : Number(result === 'home')
    return [
      { game, own: home, other: away, result: homeResult },
      { game, own: away, other: home, result: 1 - homeResult },
    ]
  })
  return groupBy(sides, ({ own }) => own.teamId)
})

/** The games of a team, in order. The result is 1 for a win, 0.5 for a tie and 0 for a loss. */
export function gamesOfTeam(games: readonly FinalGame[], teamId: number): readonly TeamGame[] {
  return gamesByTeam(games).get(teamId) ?? []
}

/** The median of the scores in hundredths. Between two middle scores it can be half a hundredth. */
export function medianOf(scores: readonly number[]): number {
  const sorted = scores.toSorted((a, b) => a - b)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN,
    sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
  ]
  return (low + high) / 2
}

export function sidesOf(games: readonly FinalGame[]): FinalSide[] {
  return games.flatMap(({ home, away }) => [home, away])
}

export function groupByPeriod<Item extends { period: number }>(games: readonly Item[]): Item[][] {
  return [...groupBy(games, ({ period }) => period).values()]
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A team's points per NFL week in points; null without games. */
export function pointsPerWeek(games: readonly TeamGame[]): number | null {
  const weeks = games.reduce((sum, { game }) => sum + game.weeks.length, 0)
  return weeks === 0 ? null : games.reduce((sum, { own }) => sum + own.points, 0) / 100 / weeks
}

/** The scores of each NFL week. Games of which only the total is known are left out. */
export function scoresByWeek(games: readonly FinalGame[]): Map<number, { teamId: number; points: Points }[]> {
  const scores = games.flatMap(({ weeks, home, away }) =>
    [home, away].flatMap(({ teamId, pointsByWeek }) =>
      (pointsByWeek ?? []).map((points, index) => ({ week: weeks[index] ?? 0, teamId, points })),
    ),
  )
  return groupBy(scores, ({ week }) => week)
}

/** The win rate against opponents, a tie as half a win; null without games. */
export function winRateOf(games: readonly { result: number }[]): number | null {
  return games.length === 0 ? null : games.reduce((sum, { result }) => sum + result, 0) / games.length
}
