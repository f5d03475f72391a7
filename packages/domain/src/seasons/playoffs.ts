import { addPoints, type Points } from '../points.ts'
import type { GameSide, MatchupPeriod, Game as SeasonGame, SeasonTeam } from './season.ts'

type PlayoffSide = Pick<GameSide, 'teamId' | 'points'>

export type PlayoffGame = Pick<SeasonGame, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PlayoffSide
  /** null for a bye. */
  away: PlayoffSide | null
}

/** Every game of two teams in consecutive playoff periods, such as a two-week final. */
type Series<Game extends PlayoffGame = PlayoffGame> = {
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
function loserOf(series: Series, all: readonly Series[]): number | null {
  if (series.winnerId !== null) return otherTeam(series, series.winnerId)
  const eliminated = series.teamIds.filter(
    (teamId) => !all.some(({ first, teamIds }) => first > series.last && teamIds.includes(teamId)),
  )
  return eliminated.length === 1 ? (eliminated[0] ?? null) : null
}

function otherTeam({ teamIds: [first, second] }: Pick<Series, 'teamIds'>, teamId: number): number {
  return teamId === first ? second : first
}

/**
 * Ordered by their last period. Pass the games of one bracket: in a consolation ladder, two teams can meet twice in a
 * row.
 */
function toSeries<Game extends PlayoffGame>(games: readonly Game[]): Series<Game>[] {
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

export type PlayoffRound = { name: string; bracket: 'championship' | 'third_place' | 'consolation' }

export type Pairing<Game extends PlayoffGame = PlayoffGame> = Series<Game> & { round: PlayoffRound }

export type BracketRound<Game extends PlayoffGame = PlayoffGame> = {
  name: string
  periods: number[]
  /** Empty for a round whose teams are not known yet. */
  championship: Pairing<Game>[]
  /** The teams that advance without a game, best seed first. */
  byes: number[]
  /** The game for third place first. */
  consolation: Pairing<Game>[]
}

export type PlayoffBracket<Game extends PlayoffGame = PlayoffGame> = {
  /** `unknown` if the stored games do not show who plays for the championship. */
  status: 'unknown' | 'before' | 'in_progress' | 'finished'
  /** In order, also rounds to come; empty if the bracket is unknown. */
  rounds: BracketRound<Game>[]
  championId: number | null
}

export type BracketSeason<Game extends PlayoffGame = PlayoffGame> = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'playoffSeed'>[]
  games: readonly Game[]
  isFinished: boolean
  playoffTeams: number | null
  regularSeasonPeriods: number | null
  periods: readonly MatchupPeriod[]
}

const UNKNOWN: PlayoffBracket<never> = { status: 'unknown', rounds: [], championId: null }

/**
 * The provider's playoff bracket. It is read from the games, never from our own seeding: reseeding, byes and edits by
 * a commissioner appear as they were played. Some responses do not say which playoff games are consolation games. In
 * them, the seeds show who plays for the championship.
 */
export function buildBracket<Game extends PlayoffGame>(season: BracketSeason<Game>): PlayoffBracket<Game> {
  const games = season.games.filter(({ bracket }) => bracket !== 'regular')
  if (games.length === 0) {
    if (season.isFinished) return UNKNOWN
    return { status: 'before', rounds: roundsToCome(season, [], countRounds(season, [])), championId: null }
  }
  const entrants = entrantsOf(games, season)
  if (entrants === null) return UNKNOWN
  const championship = championshipOf(entrants)
  if (championship === null) return UNKNOWN
  const stored = toRounds(championship, games, entrants, season)
  const finals = stored.find(({ name }) => name === 'Championship')?.championship ?? []
  if (finals.length > 1 || (season.isFinished && finals.length === 0)) return UNKNOWN
  const championId = finals[0]?.winnerId ?? null
  return {
    status: season.isFinished || championId !== null ? 'finished' : 'in_progress',
    rounds: [...stored, ...roundsToCome(season, stored, countRounds(season, entrants.teamIds))],
    championId,
  }
}

/** The round of each playoff game by game ID. Games whose round is unknown are missing. */
export function playoffRounds({ rounds }: PlayoffBracket): Map<number, PlayoffRound> {
  const pairings = rounds.flatMap(({ championship, consolation }) => [...championship, ...consolation])
  return new Map(pairings.flatMap(({ games, round }) => games.map(({ gameId }) => [gameId, round])))
}

type Entrants<Game extends PlayoffGame> = { games: readonly Game[]; teamIds: number[]; isMarked: boolean }

function entrantsOf<Game extends PlayoffGame>(
  games: readonly Game[],
  { teams, playoffTeams }: BracketSeason<Game>,
): Entrants<Game> | null {
  const marked = games.filter(({ bracket }) => bracket === 'winners')
  if (marked.length > 0)
    return { games: marked, teamIds: [...new Set(marked.flatMap(teamIdsOf))], isMarked: true }
  const teamIds = teams
    .filter(({ playoffSeed }) => playoffSeed !== null && playoffSeed <= (playoffTeams ?? 0))
    .map(({ teamId }) => teamId)
  const isSeeded = teamIds.length >= 2 && teamIds.length === playoffTeams
  return isSeeded
    ? { games: games.filter(({ bracket }) => bracket === 'playoffs'), teamIds, isMarked: false }
    : null
}

/**
 * The series between teams that have not lost before. null if a team that has not lost plays one that has: then the
 * seeds do not show the bracket.
 */
function championshipOf<Game extends PlayoffGame>({
  games,
  teamIds,
  isMarked,
}: Entrants<Game>): Series<Game>[] | null {
  const all = toSeries(games)
  const alive = new Set(teamIds)
  const championship: Series<Game>[] = []
  for (const first of [...new Set(all.map((series) => series.first))].sort((a, b) => a - b)) {
    const round = all.filter((series) => series.first === first)
    const aliveIn = (series: Series) => series.teamIds.filter((teamId) => alive.has(teamId)).length
    if (!isMarked && round.some((series) => aliveIn(series) === 1)) return null
    const played = round.filter((series) => aliveIn(series) === 2)
    championship.push(...played)
    for (const series of played) {
      const loserId = loserOf(series, all)
      if (loserId !== null) alive.delete(loserId)
    }
  }
  return championship
}

function toRounds<Game extends PlayoffGame>(
  championship: readonly Series<Game>[],
  games: readonly Game[],
  { teamIds }: Entrants<Game>,
  season: BracketSeason<Game>,
): BracketRound<Game>[] {
  const starts = [...new Set(championship.map(({ first }) => first))].sort((a, b) => a - b)
  const total = season.isFinished ? starts.length : Math.max(starts.length, countRounds(season, teamIds))
  const championshipIds = new Set(championship.flatMap((series) => series.games).map(({ gameId }) => gameId))
  const consolation = games.filter(({ gameId, away }) => away !== null && !championshipIds.has(gameId))
  const lost = new Set<number>()
  let semifinalLosers: number[] = []
  return starts.map((start, index) => {
    const name = roundName(index, total)
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const played = championship.filter(({ first }) => first === start)
    const isInRound = ({ period }: PlayoffGame) => (index === 0 || period >= start) && period < end
    const periods = [...new Set(games.filter(isInRound).map(({ period }) => period))].sort((a, b) => a - b)
    const playing = new Set(played.flatMap((series) => series.teamIds))
    // While games of the round are not set yet, only a bye that is stored is one.
    const isSet = season.isFinished || playing.size >= playersIn(index, teamIds.length, total)
    const stored = games
      .filter((game) => game.away === null && isInRound(game))
      .map(({ home }) => home.teamId)
    const byes = teamIds.filter(
      (teamId) => !playing.has(teamId) && !lost.has(teamId) && (isSet || stored.includes(teamId)),
    )
    const losers = played.flatMap((series) => loserOf(series, championship) ?? [])
    const isThirdPlace = (series: Series) =>
      name === 'Championship' && series.teamIds.every((teamId) => semifinalLosers.includes(teamId))
    const others = groupConsolation(consolation.filter(isInRound), played).map((series) => ({
      ...series,
      round: isThirdPlace(series) ? THIRD_PLACE : CONSOLATION,
    }))
    for (const teamId of losers) lost.add(teamId)
    semifinalLosers = losers
    return {
      name,
      periods,
      championship: played.map((series) => ({
        ...series,
        winnerId: advancingTeam(series, championship),
        round: { name, bracket: 'championship' },
      })),
      byes: byes.sort((a, b) => seedOf(a, season) - seedOf(b, season) || a - b),
      consolation: others.sort((a, b) => Number(b.round === THIRD_PLACE) - Number(a.round === THIRD_PLACE)),
    }
  })
}

const THIRD_PLACE: PlayoffRound = { name: 'Third place', bracket: 'third_place' }
const CONSOLATION: PlayoffRound = { name: 'Consolation', bracket: 'consolation' }

/** Consolation games are played over several periods only if the championship is. */
function groupConsolation<Game extends PlayoffGame>(
  games: readonly Game[],
  championship: readonly Series<Game>[],
): Series<Game>[] {
  if (championship.some((series) => series.games.length > 1)) return toSeries(games)
  return games.flatMap((game) => toSeries([game]))
}

/** After a tie, the team that plays on. */
function advancingTeam(series: Series, championship: readonly Series[]): number | null {
  const loserId = loserOf(series, championship)
  return loserId === null ? null : otherTeam(series, loserId)
}

/** How many teams play in a round of a bracket that has byes in its first round only. */
function playersIn(index: number, teams: number, total: number): number {
  return index === 0 ? 2 * (teams - 2 ** (total - 1)) : 2 ** (total - index)
}

function roundName(index: number, total: number): string {
  const fromLast = total - index - 1
  return ['Championship', 'Semifinal', 'Quarterfinal'][fromLast] ?? `Round ${index + 1}`
}

function countRounds({ playoffTeams }: Pick<BracketSeason, 'playoffTeams'>, teamIds: readonly number[]) {
  const size = Math.max(playoffTeams ?? 0, teamIds.length)
  return size < 2 ? 0 : Math.ceil(Math.log2(size))
}

function roundsToCome<Game extends PlayoffGame>(
  { periods, regularSeasonPeriods, isFinished }: BracketSeason<Game>,
  stored: readonly BracketRound<Game>[],
  total: number,
): BracketRound<Game>[] {
  if (isFinished || regularSeasonPeriods === null) return []
  const last = Math.max(regularSeasonPeriods, ...stored.flatMap((round) => round.periods))
  const left = periods.map(({ period }) => period).filter((period) => period > last)
  const count = total - stored.length
  const length = Math.floor(left.length / Math.max(count, 1))
  if (length === 0) return []
  return Array.from({ length: Math.max(count, 0) }, (_, index) => ({
    name: roundName(stored.length + index, total),
    periods: left.slice(index * length, index === count - 1 ? undefined : (index + 1) * length),
    championship: [],
    byes: [],
    consolation: [],
  }))
}

function seedOf(teamId: number, { teams }: Pick<BracketSeason, 'teams'>): number {
  return teams.find((team) => team.teamId === teamId)?.playoffSeed ?? Number.MAX_SAFE_INTEGER
}

function teamIdsOf({ home, away }: PlayoffGame): number[] {
  return away === null ? [home.teamId] : [home.teamId, away.teamId]
}

type PodiumPlace = { place: number; teamId: number }

type PodiumSeason = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'finalRank'>[]
  games: readonly PlayoffGame[]
}

/**
 * The first three of a finished season, the champion first, or all champions if there are several: a league can share
 * its title, and a provider gives more than one team the final rank 1. Without a final rank of 1 they are read from the
 * stored playoff games. Empty if these do not show who won the final: the best record or seed is not the
 * champion. Source: decisions, 6 "A season's order".
 */
export function podiumOf({ teams, games }: PodiumSeason): PodiumPlace[] {
  const ranked = teams.flatMap(({ teamId, finalRank }) =>
    finalRank !== null && finalRank <= 3 ? [{ place: finalRank, teamId }] : [],
  )
  const champions = ranked.filter(({ place }) => place === 1).length
  if (champions > 0) return ranked.sort((a, b) => a.place - b.place).slice(0, Math.max(3, champions))
  return podiumFromGames(games)
}

function podiumFromGames(games: readonly PlayoffGame[]): PodiumPlace[] {
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
