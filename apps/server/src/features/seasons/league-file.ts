import { LeagueFile, LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import {
  completeTotals,
  type FileProblem,
  LEAGUE_FILE_FORMAT,
  LEAGUE_FILE_VERSION,
} from '@fieldhouse/domain/interchange/league-file-format'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game, GameSide, LeagueSeason, Member, SeasonTeam } from '@fieldhouse/domain/seasons/season'
import { fileMemberId } from '@fieldhouse/domain/seasons/season-from-csv'
import { z } from 'zod'
import { type JsonBudget, parseJson } from '../../files/json.ts'
import { translateParts } from './translate-parts.ts'

/** For twenty seasons with the lineups of every week. */
const LEAGUE_FILE_BUDGET: JsonBudget = { maxDepth: 16, maxValues: 3_000_000 }
/** One more than a response has, so that it says that there are more. */
const MAX_PROBLEMS = 101

/** Where the format is written, so that a larger budget applies. */
const START_LENGTH = 2000

const Header = LeagueFile.pick({ format: true, league: true, exported_at: true }).extend({
  version: z.literal(LEAGUE_FILE_VERSION),
  seasons: z.array(z.unknown()).min(1).max(100),
})

/** A season of a league file: checked, and as it is in the file, for storage. */
type ReadSeason = { season: LeagueFileSeason; body: string }

export type ReadLeagueFile = { version: number; seasons: ReadSeason[]; problems: FileProblem[] }

/** Parses a JSON file of any format. Throws a SyntaxError. */
export function parseFileJson(text: string): unknown {
  return text.slice(0, START_LENGTH).includes(LEAGUE_FILE_FORMAT)
    ? parseJson(text, LEAGUE_FILE_BUDGET)
    : parseJson(text)
}

export function isLeagueFile(json: unknown): boolean {
  return z.object({ format: z.literal(LEAGUE_FILE_FORMAT) }).safeParse(json).success
}

/**
 * Checks a file against its schema, one season after the other, until there are about a hundred problems. Without
 * problems, all its seasons are valid.
 */
export function readLeagueFile(json: unknown): ReadLeagueFile {
  const versionProblem = checkVersion(json)
  if (versionProblem !== null) return { version: 0, seasons: [], problems: [versionProblem] }
  const header = Header.safeParse(json)
  if (!header.success) return { version: 0, seasons: [], problems: toProblems(header.error, []) }
  const { seasons: documents, ...rest } = header.data
  const seasons: ReadSeason[] = []
  const problems: FileProblem[] = []
  for (const [index, document] of documents.entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    const found = findListProblems(document, ['seasons', index])
    for (const problem of found) problems.push(problem)
    if (found.length > 0) continue
    const season = LeagueFileSeason.safeParse(document)
    if (!season.success) {
      for (const problem of toProblems(season.error, ['seasons', index])) problems.push(problem)
      continue
    }
    if (seasons.some((each) => each.season.season === season.data.season)) {
      const detail = `the season ${season.data.season} is in the file twice`
      problems.push({ row: null, field: pathText(['seasons', index, 'season']), detail })
    }
    seasons.push({ season: season.data, body: JSON.stringify({ ...rest, seasons: [document] }) })
  }
  return { version: rest.version, seasons, problems }
}

const LISTS = {
  owners: LeagueFileSeason.shape.owners.unwrap().element,
  teams: LeagueFileSeason.shape.teams.element,
  games: LeagueFileSeason.shape.games.unwrap().element,
  weekly_scores: LeagueFileSeason.shape.weekly_scores.unwrap().element,
  lineups: LeagueFileSeason.shape.lineups.unwrap().element,
  transactions: LeagueFileSeason.shape.transactions.unwrap().element,
}

/** The first problems of the elements of the season's lists. A schema itself would report all of them. */
function findListProblems(document: unknown, base: readonly PropertyKey[]): FileProblem[] {
  const problems: FileProblem[] = []
  for (const [name, element] of Object.entries(LISTS)) {
    const list = (document as Record<string, unknown> | null)?.[name]
    if (!Array.isArray(list)) continue
    for (const [index, each] of list.entries()) {
      if (problems.length >= MAX_PROBLEMS) return problems
      const { error } = element.safeParse(each)
      if (error !== undefined) problems.push(...toProblems(error, [...base, name, index]))
    }
  }
  return problems
}

function checkVersion(json: unknown): FileProblem | null {
  const version = z.object({ version: z.int().min(1) }).safeParse(json)
  if (!version.success) {
    const detail = `must be the version of the format, such as ${LEAGUE_FILE_VERSION}`
    return { row: null, field: 'version', detail }
  }
  if (version.data.version <= LEAGUE_FILE_VERSION) return null
  const detail = `the file has version ${version.data.version}, but this server reads versions up to ${LEAGUE_FILE_VERSION}. Update Fieldhouse, or export the file in an older version`
  return { row: null, field: 'version', detail }
}

function toProblems(error: z.ZodError, base: readonly PropertyKey[]): FileProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    row: null,
    field: pathText([...base, ...path]),
    detail: message.replace(/\.$/, ''),
  }))
}

/** Such as `seasons[0].games[3].home.points`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text === '' ? 'file' : text.replace(/^\./, '')
}

export type FileSeason = Omit<ReturnType<typeof translateLeagueFile>, 'problems'>

const SCORING_TYPES: Readonly<Record<ScoringFormat, string>> = {
  points: 'H2H_POINTS',
  categories: 'H2H_CATEGORY',
  total_points: 'TOTAL_SEASON_POINTS',
  roto: 'ROTO',
  elimination: 'ELIMINATION',
  unknown: 'UNKNOWN',
}

/** Converts a season of a league file. `problems` are those that no schema finds. */
export function translateLeagueFile(file: LeagueFileSeason) {
  const people = peopleOf(file)
  const games = file.games.map((game, index) => toGame(game, index, file))
  const weeklyScores = file.weekly_scores.map(({ team, week, points }) => ({
    teamId: team,
    week,
    points: pointsFromDecimal(points),
  }))
  const { parts, players } = translateParts(file, people.idOf)
  const provider = PROVIDER_NAMES.find((name) => name === file.platform?.toLowerCase()) ?? null
  const season: LeagueSeason = {
    providerLeagueId: file.platform_league_id ?? '',
    season: file.season,
    name: file.name,
    isPublic: null,
    scoringType: SCORING_TYPES[file.scoring],
    draftAt: file.drafted_at === null ? null : new Date(file.drafted_at),
    hasMedianGame: file.has_median_game,
    isBestBall: file.is_best_ball,
    hasFineScores: file.has_rounded_scores,
    seeding: {
      tieBreaker: file.tie_breaker,
      isReseeded: file.is_reseeded,
      divisions: file.divisions.map(({ id, name }) => ({ divisionId: id, name })),
    },
    size: file.teams.length,
    calendar: {
      regularSeasonPeriods: file.regular_season_matchups,
      periods: periodsOf(file),
      playoffTeams: file.playoff_teams,
    },
    progress: progressOf(file),
    previousSeasons: file.other_seasons.filter((each) => each !== file.season),
    members: people.members,
    teams: file.teams.map((team) => toTeam(team, people.idOf, { games, weeklyScores })),
    games,
    weeklyScores,
    findings: [],
  }
  return {
    season,
    parts,
    players,
    /** Whether the file contains the records of the teams. Otherwise they are counted from the games. */
    hasOwnRecords: file.regular_season_matchups !== null || file.teams.every(hasRecord),
    /** null for a platform that this server does not read. */
    provider: file.platform_league_id === null ? null : provider,
    platform: file.platform,
    problems: findProblems(file),
  }
}

function hasRecord({ wins, losses, ties, points_for, points_against }: LeagueFileSeason['teams'][number]) {
  return [wins, losses, ties, points_for, points_against].every((value) => value !== null)
}

/** The people of a season, and the account of an ID or name in the file. Names that are not listed are people too. */
function peopleOf({ owners, teams }: LeagueFileSeason) {
  const members = new Map<string, Member>()
  const ids = new Map<string, string>()
  const add = (name: string, id: string | null, roles: Pick<Member, 'isManager' | 'isCreator'>) => {
    const memberId = id ?? fileMemberId(name)
    if (!members.has(memberId)) members.set(memberId, { memberId, name, ...roles })
    if (!ids.has(normalizeName(name))) ids.set(normalizeName(name), memberId)
  }
  for (const { id, name, is_commissioner, is_creator } of owners)
    add(name, id, { isManager: is_commissioner, isCreator: is_creator })
  const idOf = (owner: string) => (members.has(owner) ? owner : ids.get(normalizeName(owner)))
  for (const owner of teams.flatMap((team) => team.owners))
    if (idOf(owner) === undefined) add(owner, null, { isManager: false, isCreator: false })
  return { members: [...members.values()], idOf: (owner: string) => idOf(owner) ?? owner }
}

function toTeam(
  team: LeagueFileSeason['teams'][number],
  idOf: (owner: string) => string,
  season: Pick<LeagueSeason, 'games' | 'weeklyScores'>,
): SeasonTeam {
  const totals = completeTotals(season, team.id, {
    wins: team.wins,
    losses: team.losses,
    ties: team.ties,
    pointsFor: toPoints(team.points_for),
    pointsAgainst: toPoints(team.points_against),
  })
  const ownerIds = [...new Set(team.owners.map(idOf))]
  return {
    teamId: team.id,
    name: team.name,
    abbrev: team.abbreviation ?? (abbreviate(team.name) || `T${team.id}`),
    logo: toWebAddress(team.logo),
    divisionId: team.division,
    ...totals,
    playoffSeed: team.seed,
    finalRank: team.final_rank,
    eliminatedWeek: team.eliminated_week,
    ownerIds,
    primaryOwnerId: ownerIds[0] ?? null,
  }
}

function abbreviate(name: string): string {
  return Array.from(name.replace(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, 4)
    .join('')
    .toUpperCase()
}

function toWebAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  return ['http:', 'https:'].includes(new URL(text).protocol) ? text : null
}

function toPoints(points: number | null): Points | null {
  return points === null ? null : pointsFromDecimal(points)
}

type FileGame = LeagueFileSeason['games'][number]

function toGame(game: FileGame, index: number, file: LeagueFileSeason): Game {
  const isLate = game.matchup > (file.regular_season_matchups ?? Number.POSITIVE_INFINITY)
  return {
    gameId: game.id ?? index + 1,
    period: game.matchup,
    home: toSide(game.home),
    away: game.away === null ? null : toSide(game.away),
    result: game.result ?? resultOf(game),
    bracket: game.bracket ?? (isLate ? 'playoffs' : 'regular'),
    categories: game.categories,
  }
}

function toSide({ team, points, weeks, adjustment }: FileGame['home']): GameSide {
  return {
    teamId: team,
    points: toPoints(points) ?? ZERO_POINTS,
    livePoints: null,
    projectedPoints: null,
    adjustment: pointsFromDecimal(adjustment),
    pointsByWeek: weeks.map((score) => ({ week: score.week, points: pointsFromDecimal(score.points) })),
  }
}

function resultOf({ home, away }: FileGame): Game['result'] {
  if (away === null || home.points === null || away.points === null) return 'undecided'
  if (home.points === away.points) return 'tie'
  return home.points > away.points ? 'home' : 'away'
}

/** Without a calendar, each matchup is the week with its number, or the weeks of its scores. */
function periodsOf({
  matchups,
  games,
  weekly_scores,
}: LeagueFileSeason): LeagueSeason['calendar']['periods'] {
  if (matchups.length > 0) return matchups.map(({ matchup, weeks }) => ({ period: matchup, weeks }))
  const weeksOf = new Map<number, Set<number>>()
  for (const { week } of weekly_scores) weeksOf.set(week, new Set([week]))
  for (const { matchup, home, away } of games) {
    const weeks = weeksOf.get(matchup) ?? new Set()
    for (const { week } of [...home.weeks, ...(away?.weeks ?? [])]) weeks.add(week)
    weeksOf.set(matchup, weeks)
  }
  return [...weeksOf]
    .sort(([a], [b]) => a - b)
    .map(([period, weeks]) => ({
      period,
      weeks: weeks.size === 0 ? [period] : [...weeks].sort((a, b) => a - b),
    }))
}

function progressOf(file: LeagueFileSeason): LeagueSeason['progress'] {
  const last = periodsOf(file).at(-1)
  const lastWeek = last?.weeks.at(-1) ?? null
  const isKnown = file.current_matchup !== null || file.current_week !== null || file.final_week !== null
  return {
    isDrafted: file.is_drafted,
    isFinished: file.is_finished,
    currentPeriod: isKnown ? file.current_matchup : (last?.period ?? null),
    currentWeek: isKnown ? file.current_week : lastWeek,
    finalWeek: isKnown ? file.final_week : lastWeek,
  }
}

function findProblems({ teams, games, matchups, weekly_scores, lineups }: LeagueFileSeason): FileProblem[] {
  const unique: [list: string, field: string, values: (number | string)[]][] = [
    ['teams', 'id', teams.map(({ id }) => id)],
    ['games', 'id', games.map(({ id }, index) => id ?? index + 1)],
    ['matchups', 'matchup', matchups.map(({ matchup }) => matchup)],
    ['weekly_scores', 'week', weekly_scores.map(({ team, week }) => `${team} in week ${week}`)],
    ['lineups', 'week', lineups.map(({ week }) => week)],
    ...lineups.map((week, index): (typeof unique)[number] => [
      `lineups[${index}].teams`,
      'team',
      week.teams.map(({ team }) => team),
    ]),
  ]
  return [
    ...unique.flatMap(([list, field, values]) => duplicates(list, field, values)),
    ...games.flatMap(({ home, away }, index) =>
      home.team === away?.team
        ? [{ row: null, field: `games[${index}].away.team`, detail: `team ${home.team} cannot play itself` }]
        : [],
    ),
  ]
}

function duplicates(list: string, field: string, values: readonly (number | string)[]): FileProblem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ row: null, field: `${list}[${index}].${field}`, detail: `${value} is already in the list` }],
  )
}
