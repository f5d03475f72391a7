import { loserOf, otherTeam, type PlayoffGame, type Series, toSeries } from './playoff-series.ts'
import type { MatchupPeriod, SeasonTeam } from './season.ts'

export type PlayoffRound = { name: string; bracket: 'championship' | 'third_place' | 'consolation' }

/** A matchup of the playoffs. */
export type Pairing<Game extends PlayoffGame = PlayoffGame> = Series<Game> & { round: PlayoffRound }

export type BracketRound<Game extends PlayoffGame = PlayoffGame> = {
  /** Such as 'Semifinal'. */
  name: string
  /** The matchup periods of the round, in order. */
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
  /** null until the championship is decided. */
  championId: number | null
}

export type BracketSeason<Game extends PlayoffGame = PlayoffGame> = {
  teams: readonly Pick<SeasonTeam, 'teamId' | 'playoffSeed'>[]
  /** The games of the season, in any order. */
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

/** Who starts the playoffs with a chance at the championship, and the games that can be theirs. */
type Entrants<Game extends PlayoffGame> = { games: readonly Game[]; teamIds: number[]; isMarked: boolean }

/** null if neither the games nor the seeds show it. */
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

/** The number of rounds of the championship; 0 if unknown. */
function countRounds(
  { playoffTeams }: Pick<BracketSeason, 'playoffTeams'>,
  teamIds: readonly number[],
): number {
  const size = Math.max(playoffTeams ?? 0, teamIds.length)
  return size < 2 ? 0 : Math.ceil(Math.log2(size))
}

/** The rounds whose games are not known yet, with the periods that the calendar has left for them. */
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
