import { groupBy } from '../insights/season/regular-season.ts'
import { joinNames } from '../pluralize.ts'
import { addPoints, type Points, ZERO_POINTS } from '../points.ts'
import type { ArchivePart } from '../rosters/archive.ts'
import { scoringFormatOf } from './scoring-format.ts'
import {
  displayPoints,
  type Finding,
  type Game,
  type GameSide,
  isDecided,
  type LeagueSeason,
  type WeeklyScore,
} from './season.ts'
import { countResults, isInRecords, isSameSum, regularSeasonTotals } from './standings.ts'

/** Files that a season can be from: captured from the provider, or a CSV table. */
export const FILE_SOURCES = ['upload', 'csv'] as const

/** The source of a season: its provider, whichever that is, or files. */
export const SEASON_SOURCES = ['espn', ...FILE_SOURCES] as const
export type SeasonSource = (typeof SEASON_SOURCES)[number]

/** How much is known of a season, least first: final standings, games, lineups. */
export const SEASON_DEPTHS = ['standings', 'scores', 'box scores'] as const
export type SeasonDepth = (typeof SEASON_DEPTHS)[number]

export type SeasonCompleteness = {
  source: SeasonSource
  depth: SeasonDepth
  teams: number
  /** Games with a result. Other games are rescheduled when a league shrinks before its draft. */
  playedGames: number
  playedPeriods: readonly number[]
}

export type RejectionReason = 'no_teams' | 'less_depth' | 'fewer_games' | 'weaker_source'

export function completenessOf(
  { teams, games }: Pick<LeagueSeason, 'teams' | 'games'>,
  source: SeasonSource,
): SeasonCompleteness {
  const depth = games.length === 0 ? 'standings' : 'scores'
  const played = games.filter(isPlayed)
  const playedPeriods = [...new Set(played.map(({ period }) => period))]
  return { source, depth, teams: teams.length, playedGames: played.length, playedPeriods }
}

/** Lineups do not count: they are stored separately and remain when the games are replaced. */
export function rejectionReason(
  stored: SeasonCompleteness | null,
  offered: SeasonCompleteness,
): RejectionReason | null {
  if (offered.teams === 0) return 'no_teams'
  if (stored === null) return null
  const [storedHasGames, offeredHasGames] = [hasGames(stored), hasGames(offered)]
  if (storedHasGames && !offeredHasGames) return 'less_depth'
  if (offered.playedGames < stored.playedGames || losesPeriod(stored, offered)) return 'fewer_games'
  const isFromWeakerSource = isFromCsv(offered) && !isFromCsv(stored)
  return storedHasGames === offeredHasGames && isFromWeakerSource ? 'weaker_source' : null
}

/** Whether a period has lost all results, which providers have sent. A table can have other periods. */
function losesPeriod(stored: SeasonCompleteness, offered: SeasonCompleteness): boolean {
  if (isFromCsv(stored)) return false
  return stored.playedPeriods.some((period) => !offered.playedPeriods.includes(period))
}

/** The depth of a season including its lineups. Lineups count only if the season has games. */
export function depthWithLineups(
  season: Pick<SeasonCompleteness, 'depth'>,
  hasLineups: boolean,
): SeasonDepth {
  return hasLineups && hasGames(season) ? 'box scores' : season.depth
}

function isPlayed({ away, result }: Game): boolean {
  return away !== null && isDecided(result)
}

function hasGames({ depth }: Pick<SeasonCompleteness, 'depth'>): boolean {
  return depth !== 'standings'
}

/** A CSV table is the weakest source, because it has no seeds, brackets or managers. */
function isFromCsv({ source }: SeasonCompleteness): boolean {
  return source === 'csv'
}

// Several times the size of the largest leagues that hosts allow: 32 teams with 60 players and 18 weeks. Some figures
// are computed from all lineups of a season, so its size limits the work that one request can cause.

/** NFL weeks. */
export const MAX_WEEK = 25
export const MAX_TEAMS = 100
export const MAX_GAMES = 2000
/** In the lineups of a week, and in its transactions. */
const MAX_PLAYERS_OF_WEEK = 3000

export function findSizeProblem(part: ArchivePart): string | null {
  if (part.name === 'draft') return null
  const { season, week } = part.week
  if (week > MAX_WEEK) return `season ${season} has a week ${week}, but seasons end at week ${MAX_WEEK}.`
  const players =
    part.name === 'line-ups'
      ? part.week.lineups.reduce((sum, { entries }) => sum + entries.length, 0)
      : part.week.transactions.reduce((sum, { moves }) => sum + Math.max(1, moves.length), 0)
  if (players <= MAX_PLAYERS_OF_WEEK) return null
  const what = part.name === 'line-ups' ? 'lineups' : 'transactions'
  return `the ${what} of week ${week} of ${season} have ${players} players. At most ${MAX_PLAYERS_OF_WEEK} are read.`
}

type StoredScores = {
  stored: LeagueSeason | null
  /** The name of the provider, for the findings. */
  host: string
  /** The NFL weeks whose zeros an admin has accepted. */
  acceptedZeros: readonly number[]
}

type TwoSidedGame = Game & { away: GameSide }

type Preserved = { week: number | null; teamIds: number[]; code: 'zeros_not_taken' | 'scores_not_taken' }

type PreservedGame = Omit<Preserved, 'week'> & { game: Game }

/**
 * Hosts answer for a while with zeros for a week that had points, or with a final week that is damaged. What is stored
 * stays, with a finding for each week:
 * - the last score of a team in a running game that has zeros now, until an admin accepts them or the host's season
 *   totals agree with them,
 * - a final game of the regular season, if the host's totals contradict its scores now and fit the stored ones.
 * Every other change is a correction. Without matchups, the same is true of the scores of the weeks. Leagues without
 * points for each week have neither.
 */
export function preserveScores(
  fetched: LeagueSeason,
  { stored, host, acceptedZeros }: StoredScores,
): LeagueSeason {
  if (stored === null || stored.providerLeagueId !== fetched.providerLeagueId) return fetched
  switch (scoringFormatOf(fetched.scoringType)) {
    case 'points':
    case 'unknown':
      // A season without its schedule is not stored at all.
      return fetched.games.length === 0 ? fetched : preserveGames(fetched, stored, { host, acceptedZeros })
    case 'total_points':
    case 'elimination':
      return preserveWeeklyScores(fetched, stored, { host, acceptedZeros })
    case 'categories':
    case 'roto':
      return fetched
  }
}

type Context = Omit<StoredScores, 'stored'>

function preserveGames(fetched: LeagueSeason, stored: LeagueSeason, { host, acceptedZeros }: Context) {
  const preserved = stored.games.filter(isTwoSided).flatMap((before): PreservedGame[] => {
    const now = counterpartOf(before, stored, fetched)
    if (now === undefined) return []
    const each = isDecided(before.result)
      ? preserveFinal(before, now, stored, fetched)
      : preserveRunning(before, now, stored, fetched)
    if (each === null) return []
    const isAccepted = weeksOf(before.period, fetched).some((week) => acceptedZeros.includes(week))
    return each.code === 'zeros_not_taken' && isAccepted ? [] : [each]
  })
  if (preserved.length === 0) return fetched
  const known = new Set(fetched.games.map(keyOf))
  const games = new Map(preserved.map(({ game }) => [keyOf(game), game]))
  const missing = [...games].flatMap(([key, game]) => (known.has(key) ? [] : [game]))
  return {
    ...fetched,
    games: [...fetched.games.map((game) => games.get(keyOf(game)) ?? game), ...missing],
    findings: [
      ...fetched.findings,
      ...preservedFindings(
        preserved.map(({ game, ...each }) => ({ ...each, week: weeksOf(game.period, fetched)[0] ?? null })),
        fetched,
        host,
      ),
    ],
  }
}

function preserveWeeklyScores(fetched: LeagueSeason, stored: LeagueSeason, { host, acceptedZeros }: Context) {
  const key = ({ teamId, week }: WeeklyScore) => `${teamId} ${week}`
  const now = new Map(fetched.weeklyScores.map((score) => [key(score), score.points]))
  const preserved = stored.weeklyScores.flatMap((before): (Preserved & { score: WeeklyScore })[] => {
    const { teamId, week, points } = before
    const pointsNow = now.get(key(before)) ?? ZERO_POINTS
    if (points === pointsNow || teamOf(fetched, teamId) === undefined) return []
    const isConfirmed = fitsWeeklyTotal(fetched, teamId, ZERO_POINTS)
    const isContradicted = !isConfirmed && fitsWeeklyTotal(fetched, teamId, (points - pointsNow) as Points)
    const isZero = points > ZERO_POINTS && pointsNow === ZERO_POINTS && !acceptedZeros.includes(week)
    // Of a host that counts the points of the running week.
    const hasAgreed = isConfirmed && fitsWeeklyTotal(stored, teamId, ZERO_POINTS)
    if (!isContradicted && (!isZero || hasAgreed)) return []
    const code = isContradicted ? 'scores_not_taken' : 'zeros_not_taken'
    return [{ week, teamIds: [teamId], code, score: before }]
  })
  if (preserved.length === 0) return fetched
  const scores = new Map(preserved.map(({ score }) => [key(score), score]))
  const others = fetched.weeklyScores.filter((score) => !scores.has(key(score)))
  return {
    ...fetched,
    weeklyScores: [...others, ...scores.values()].sort((a, b) => a.week - b.week || a.teamId - b.teamId),
    findings: [...fetched.findings, ...preservedFindings(preserved, fetched, host)],
  }
}

function fitsWeeklyTotal(season: LeagueSeason, teamId: number, added: Points): boolean {
  const scores = season.weeklyScores.filter((score) => score.teamId === teamId)
  const sum = addPoints([...scores.map(({ points }) => points), added])
  const total = teamOf(season, teamId)?.pointsFor ?? null
  return total !== null && isSameSum(total, sum, season.hasFineScores ? scores.length + 1 : 0)
}

/**
 * The same game now; null if its teams have no game in its period, and undefined if they have others, or several with
 * each other.
 */
function counterpartOf(before: TwoSidedGame, stored: LeagueSeason, { games, teams }: LeagueSeason) {
  const ids = [before.home.teamId, before.away.teamId]
  if (!ids.every((id) => teams.some(({ teamId }) => teamId === id))) return undefined
  const ofPeriod = games.filter(isTwoSided).filter(({ period }) => period === before.period)
  const isSame = (game: Game) => keyOf(game) === keyOf(before)
  const [same, ...more] = ofPeriod.filter(isSame)
  if (more.length > 0 || stored.games.filter(isSame).length > 1) return undefined
  if (same !== undefined) return same
  // A provider numbers the games of a week, so another one can have its number.
  if (games.some(({ gameId }) => gameId === before.gameId)) return undefined
  return ofPeriod.some(({ home, away }) => ids.includes(home.teamId) || ids.includes(away.teamId))
    ? undefined
    : null
}

function preserveRunning(
  before: TwoSidedGame,
  now: TwoSidedGame | null,
  stored: LeagueSeason,
  fetched: LeagueSeason,
): PreservedGame | null {
  const weeks = weeksOf(before.period, fetched)
  const zeroed = [before.home, before.away].filter((side) => {
    const sideNow = now === null ? null : sideOf(now, side.teamId)
    const [last, points] = [displayPoints(side, before.result), displayOf(now, side.teamId)]
    if (last <= ZERO_POINTS || (points !== ZERO_POINTS && !losesWeek(side, sideNow, weeks))) return false
    return !totalsLack(before, now, side.teamId, stored, fetched)
  })
  if (zeroed.length === 0) return null
  const teamIds = zeroed.map(({ teamId }) => teamId)
  const code = 'zeros_not_taken'
  if (now === null || now.result !== 'undecided') return { game: asStored(before, now), teamIds, code }
  const preserveSide = (side: GameSide) => zeroed.find(({ teamId }) => teamId === side.teamId) ?? side
  return { game: { ...now, home: preserveSide(now.home), away: preserveSide(now.away) }, teamIds, code }
}

function losesWeek(before: GameSide, now: GameSide | null, weeks: readonly number[]): boolean {
  if (now === null || weeks.length < 2) return false
  const total = ({ pointsByWeek }: GameSide) => addPoints(pointsByWeek.map(({ points }) => points))
  const isMissing = ({ week, points }: GameSide['pointsByWeek'][number]) =>
    points > ZERO_POINTS &&
    !now.pointsByWeek.some((each) => each.week === week && each.points !== ZERO_POINTS)
  return total(now) < total(before) && before.pointsByWeek.some(isMissing)
}

/**
 * Whether the host's totals say that a team has no points in a game. They say it of a week that the host has closed, or
 * if they contained the points of the running week before.
 */
function totalsLack(
  before: TwoSidedGame,
  now: TwoSidedGame | null,
  teamId: number,
  stored: LeagueSeason,
  fetched: LeagueSeason,
): boolean {
  const [teamBefore, teamNow] = [teamOf(stored, teamId), teamOf(fetched, teamId)]
  if (before.bracket !== 'regular' || teamBefore === undefined || teamNow === undefined) return false
  if (!fitsTotal(fetched, teamId, displayOf(isDecided(now?.result ?? 'undecided') ? null : now, teamId)))
    return false
  const hasClosed =
    fetched.progress.isFinished || countResults(teamNow.record) > countResults(teamBefore.record)
  return hasClosed || fitsTotal(stored, teamId, displayOf(before, teamId))
}

function asStored(before: TwoSidedGame, now: TwoSidedGame | null): Game {
  return now === null ? before : { ...before, gameId: now.gameId }
}

/** Only the regular season is in the totals. */
function preserveFinal(
  before: TwoSidedGame,
  now: TwoSidedGame | null,
  stored: LeagueSeason,
  fetched: LeagueSeason,
): PreservedGame | null {
  if (!isInRecords(before)) return null
  const changed = [before.home, before.away].filter(
    ({ teamId, points }) => points !== finalPoints(now, teamId) && !fitsTotal(fetched, teamId, ZERO_POINTS),
  )
  const isConfirmed = ({ teamId, points }: GameSide) => {
    const ofGame = (points - finalPoints(now, teamId)) as Points
    return fitsTotal(fetched, teamId, ofGame) || fitsTotal(fetched, teamId, changeOf(teamId, stored, fetched))
  }
  const isTaken = [before.home, before.away].some(
    (side) => side.points !== finalPoints(now, side.teamId) && !changed.includes(side),
  )
  if (isTaken || !changed.some(isConfirmed)) return null
  return {
    game: asStored(before, now),
    teamIds: changed.map(({ teamId }) => teamId),
    code: 'scores_not_taken',
  }
}

/** By how much a team's points in the games that were final are more in the stored season. */
function changeOf(teamId: number, stored: LeagueSeason, fetched: LeagueSeason): Points {
  const periods = new Set(stored.games.filter(isInRecords).map(({ period }) => period))
  const ofPeriods = (games: readonly Game[]) =>
    regularSeasonTotals(
      teamId,
      games.filter(({ period }) => periods.has(period)),
    ).pointsFor
  return (ofPeriods(stored.games) - ofPeriods(fetched.games)) as Points
}

function fitsTotal({ games, hasFineScores, ...season }: LeagueSeason, teamId: number, added: Points) {
  const total = teamOf(season, teamId)?.pointsFor ?? null
  const { record, pointsFor } = regularSeasonTotals(teamId, games)
  const sum = addPoints([pointsFor, added])
  return total !== null && isSameSum(total, sum, hasFineScores ? countResults(record) + 1 : 0)
}

function teamOf({ teams }: Pick<LeagueSeason, 'teams'>, teamId: number) {
  return teams.find((team) => team.teamId === teamId)
}

function isTwoSided(game: Game): game is TwoSidedGame {
  return game.away !== null
}

function sideOf({ home, away }: TwoSidedGame, teamId: number): GameSide {
  return home.teamId === teamId ? home : away
}

function displayOf(game: TwoSidedGame | null, teamId: number): Points {
  return game === null ? ZERO_POINTS : displayPoints(sideOf(game, teamId), game.result)
}

function finalPoints(game: TwoSidedGame | null, teamId: number): Points {
  return game === null || !isDecided(game.result) ? ZERO_POINTS : sideOf(game, teamId).points
}

function keyOf({ period, home, away }: Game): string {
  return [period, ...[home.teamId, away?.teamId ?? 0].sort((a, b) => a - b)].join(' ')
}

function weeksOf(period: number, { calendar }: LeagueSeason): number[] {
  return calendar.periods.find((each) => each.period === period)?.weeks ?? []
}

/** More teams are counted. */
const MAX_NAMED_TEAMS = 3

function preservedFindings(preserved: readonly Preserved[], season: LeagueSeason, host: string): Finding[] {
  const groups = groupBy(preserved, ({ week, code }) => `${week} ${code}`).values()
  return [...groups].flatMap((group): Finding[] => {
    const [first] = group
    if (first === undefined) return []
    const { code, week } = first
    const teams = describeTeams(
      group.flatMap(({ teamIds }) => teamIds),
      season,
    )
    const detail =
      code === 'zeros_not_taken'
        ? `${host} answered with zeros for ${teams}, which had points before. Their last scores stay until you accept the zeros.`
        : `${host}'s scores for ${teams} do not fit its season totals. The stored scores do, so they stay.`
    return [{ code, detail, week, gameId: null }]
  })
}

function describeTeams(teamIds: readonly number[], { teams }: LeagueSeason): string {
  if (teamIds.length === teams.length) return 'all teams'
  if (teamIds.length > MAX_NAMED_TEAMS) return `${teamIds.length} teams`
  return joinNames(teams.filter(({ teamId }) => teamIds.includes(teamId)).map(({ name }) => name))
}
