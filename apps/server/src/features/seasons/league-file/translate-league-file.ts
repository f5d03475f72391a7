import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { completeTotals, type FileProblem } from '@fieldhouse/domain/interchange/league-file-format'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { normalizeName } from '@fieldhouse/domain/names'
import { type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game, GameSide, LeagueSeason, Member, SeasonTeam } from '@fieldhouse/domain/seasons/season'
import { fileMemberId } from '@fieldhouse/domain/seasons/season-from-csv'
import { translateParts } from './translate-parts.ts'

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
