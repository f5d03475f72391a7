import { normalizeName } from '../names.ts'
import type { Game, LeagueSeason, Member, SeasonTeam } from '../seasons/season.ts'
import type { OwnerRow, ScoreRow, SeasonInfoRow, SeasonTable, StandingRow } from '../seasons/season-csv.ts'
import { fileMemberId, seasonsFromCsv, type TeamRow } from '../seasons/season-from-csv.ts'
import { regularSeasonTotals } from '../seasons/standings.ts'
import {
  type CsvProblem,
  NO_TABLE_ANSWERS,
  type OwnerTeamsQuestion,
  type TableAnswers,
} from '../seasons/table-row.ts'
import { findTableOwners } from './table-owners.ts'

export type ValidTable = Exclude<SeasonTable, { kind: 'invalid' }>
export type NamedTable = { file: string; table: ValidTable }
export type TableProblem = CsvProblem & { file: string }

/** What the tables of a season say, apart from its lineups, draft and transactions. */
export type TableSeason = {
  season: LeagueSeason
  platform: string | null
  platformLeagueId: string | null
  /** Whether the records come from standings. Otherwise they are counted from the games. */
  hasOwnRecords: boolean
  /** The name at the end of the season of a team that was renamed; other names as they are. */
  nameOf: (team: string) => string
  questions: OwnerTeamsQuestion[]
}

type RowsOf<Kind extends ValidTable['kind']> = Extract<ValidTable, { kind: Kind }>['rows']

export function rowsOf<Kind extends ValidTable['kind']>(
  tables: readonly NamedTable[],
  kind: Kind,
  season: number,
): RowsOf<Kind> {
  const rows = tables.flatMap(({ table }) =>
    table.kind === kind ? (table.rows as { season: number }[]) : [],
  )
  return rows.filter((row) => row.season === season) as RowsOf<Kind>
}

/** A game has both of its rows in one file, so each file is checked on its own to name the one with the problem. */
function scoreProblems(
  tables: readonly NamedTable[],
  year: number,
  ofAll: ReturnType<typeof seasonsFromCsv>['problems'],
  rename: (row: ScoreRow) => ScoreRow,
): TableProblem[] {
  const scores = tables.filter(({ table }) => table.kind === 'scores')
  const own = scores.flatMap((named) => {
    const rows = rowsOf([named], 'scores', year).map(rename)
    return seasonsFromCsv({ kind: 'scores', rows }, '').problems.map((problem) => ({
      ...problem,
      file: named.file,
    }))
  })
  return own.length > 0 || ofAll.length === 0
    ? own
    : ofAll.map((problem) => ({ ...problem, file: scores[0]?.file ?? '' }))
}

/** Combines the tables of a season, each kind of them once. With problems, the season is null. */
export function seasonFromTables(
  tables: readonly NamedTable[],
  year: number,
  answers: TableAnswers = NO_TABLE_ANSWERS,
): { season: TableSeason | null; problems: TableProblem[] } {
  const own = tables.filter(({ table }) => table.rows.some(({ season }) => season === year))
  const fileOf = (kind: ValidTable['kind']) => own.find(({ table }) => table.kind === kind)?.file ?? ''
  const listed = { scores: rowsOf(own, 'scores', year), standings: rowsOf(own, 'standings', year) }
  const owners = rowsOf(own, 'owners', year)
  const [first] = own
  if (listed.scores.length === 0 && listed.standings.length === 0) {
    const row = first?.table.rows.find(({ season }) => season === year)?.row ?? 1
    const detail = `there are no scores and no standings for ${year}. Add one of these tables`
    return { season: null, problems: [{ file: first?.file ?? '', row, field: 'season', detail }] }
  }
  const { nameOf, ownersOf, problemsOf, questions } = findTableOwners({ ...listed, owners }, answers.owners)
  const renameScore = (row: ScoreRow): ScoreRow => ({
    ...row,
    team: nameOf(row.team),
    opponent: row.opponent === null ? null : nameOf(row.opponent),
  })
  const scores = listed.scores.map(renameScore)
  const standings = listed.standings.map((row) => ({ ...row, team: nameOf(row.team) }))
  const fromScores = seasonsFromCsv({ kind: 'scores', rows: scores }, '', ownersOf)
  const fromStandings = seasonsFromCsv({ kind: 'standings', rows: standings }, '', ownersOf)
  const [games, totals] = [fromScores.seasons[0], fromStandings.seasons[0]]
  const tableProblems = [
    ...firstOfEachTeam(listed.scores, problemsOf).map((problem) => ({ ...problem, file: fileOf('scores') })),
    ...firstOfEachTeam(listed.standings, problemsOf).map((problem) => ({
      ...problem,
      file: fileOf('standings'),
    })),
    ...scoreProblems(own, year, fromScores.problems, renameScore),
    ...fromStandings.problems.map((problem) => ({ ...problem, file: fileOf('standings') })),
    ...(games === undefined || totals === undefined
      ? []
      : missingTeams(games, totals).map((team) => ({
          file: fileOf('scores'),
          row: scores.find((row) => row.team === team)?.row ?? 1,
          field: 'team',
          detail: `${team} is not in ${fileOf('standings')}. Use the same spelling in both files`,
        }))),
  ]
  const base = games ?? totals
  if (tableProblems.length > 0 || base === undefined) return { season: null, problems: tableProblems }
  const [info] = rowsOf(own, 'seasons', year)
  const combined = games === undefined || totals === undefined ? base : combine(games, totals, standings)
  const season = withOwners(withInfo(withDivisions(combined, standings), info, standings.length > 0), owners)
  return {
    season: {
      season,
      platform: info?.platform ?? null,
      platformLeagueId: info?.leagueId ?? null,
      hasOwnRecords: (games !== undefined && totals !== undefined) || info?.regularSeasonWeeks != null,
      nameOf,
      questions,
    },
    problems: [],
  }
}

function firstOfEachTeam(rows: readonly TeamRow[], problemsOf: (row: TeamRow) => CsvProblem[]): CsvProblem[] {
  const first = new Map(rows.toReversed().map((row) => [normalizeName(row.team), row]))
  return [...first.values()].toReversed().flatMap(problemsOf)
}

/** The names of teams with scores that the standings do not have. */
function missingTeams(games: LeagueSeason, totals: LeagueSeason): string[] {
  const known = new Set(totals.teams.map(({ name }) => normalizeName(name)))
  return games.teams.map(({ name }) => name).filter((name) => !known.has(normalizeName(name)))
}

/** The games of one table with the records of the other. Teams without scores have the last numbers. */
function combine(games: LeagueSeason, totals: LeagueSeason, rows: readonly StandingRow[]): LeagueSeason {
  const ids = new Map(games.teams.map(({ name, teamId }) => [normalizeName(name), teamId]))
  let lastId = games.teams.length
  const teams = totals.teams.map((team): SeasonTeam => {
    const other = games.teams.find(({ name }) => normalizeName(name) === normalizeName(team.name))
    const owners = team.ownerIds.length > 0 ? team : (other ?? team)
    const row = rows.find((each) => normalizeName(each.team) === normalizeName(team.name))
    lastId += other === undefined ? 1 : 0
    return {
      ...team,
      teamId: ids.get(normalizeName(team.name)) ?? lastId,
      pointsFor: row?.pointsFor ?? other?.pointsFor ?? team.pointsFor,
      pointsAgainst: row?.pointsAgainst ?? other?.pointsAgainst ?? team.pointsAgainst,
      finalRank: team.finalRank ?? other?.finalRank ?? null,
      ownerIds: owners.ownerIds,
      primaryOwnerId: owners.primaryOwnerId,
    }
  })
  const members = new Map([...games.members, ...totals.members].map((member) => [member.memberId, member]))
  const season = { ...games, size: teams.length, members: [...members.values()], teams }
  // Scores without any opponent are no byes: the matchups are unknown.
  const hasMatchups = games.games.some(({ away }) => away !== null)
  return hasMatchups ? season : { ...season, games: [], weeklyScores: weeklyScoresOf(games.games) }
}

function weeklyScoresOf(games: readonly Game[]): LeagueSeason['weeklyScores'] {
  return games.flatMap(({ home }) =>
    home.pointsByWeek.map(({ week, points }) => ({ teamId: home.teamId, week, points })),
  )
}

/** Numbers the divisions in the order of their first teams. */
function withDivisions(season: LeagueSeason, standings: readonly StandingRow[]): LeagueSeason {
  const names = [...new Set(standings.flatMap(({ division }) => division || []))]
  if (names.length === 0) return season
  const divisionOf = new Map(standings.map(({ team, division }) => [normalizeName(team), division]))
  return {
    ...season,
    seeding: {
      tieBreaker: null,
      isReseeded: null,
      divisions: names.map((name, divisionId) => ({ divisionId, name })),
    },
    teams: season.teams.map((team) => {
      const index = names.indexOf(divisionOf.get(normalizeName(team.name)) ?? '')
      return { ...team, divisionId: index < 0 ? null : index }
    }),
  }
}

function withInfo(season: LeagueSeason, info: SeasonInfoRow | undefined, hasStandings: boolean) {
  if (info === undefined) return season
  const { calendar, progress } = season
  const weeks = info.regularSeasonWeeks
  const length =
    weeks === null
      ? calendar.regularSeasonPeriods
      : calendar.periods.filter((period) => (period.weeks.at(-1) ?? 0) <= weeks).length
  const isUnmarked = weeks !== null && season.games.every(({ bracket }) => bracket === 'regular')
  const games = season.games.map(
    (game): Game =>
      isUnmarked && !calendar.periods.slice(0, length ?? 0).some(({ period }) => period === game.period)
        ? { ...game, bracket: 'playoffs' }
        : game,
  )
  return {
    ...season,
    name: info.name,
    hasMedianGame: info.hasMedianGame,
    calendar: { ...calendar, regularSeasonPeriods: length, playoffTeams: info.playoffTeams },
    progress: { ...progress, isFinished: info.isFinished },
    games,
    teams: hasStandings
      ? season.teams
      : season.teams.map((team) => ({ ...team, ...regularSeasonTotals(team.teamId, games) })),
  }
}

/** Gives owners the roles of the table of owners. Owners without a team are members too. */
function withOwners(season: LeagueSeason, owners: readonly OwnerRow[]): LeagueSeason {
  const idOf = ({ owner, account }: OwnerRow) => account ?? fileMemberId(owner)
  const members = new Map([
    ...owners.map((row): [string, Member] => {
      const memberId = idOf(row)
      return [memberId, { memberId, name: row.owner, isManager: row.isCommissioner, isCreator: false }]
    }),
    ...season.members.map((member): [string, Member] => {
      const row = owners.find((each) => idOf(each) === member.memberId)
      return [member.memberId, { ...member, isManager: row?.isCommissioner ?? false }]
    }),
  ])
  const first = season.members.map(({ memberId }) => memberId)
  return {
    ...season,
    members: [...members.values()].sort((a, b) => rankIn(first, a.memberId) - rankIn(first, b.memberId)),
  }
}

/** Those with a team come first. */
function rankIn(memberIds: readonly string[], memberId: string): number {
  const index = memberIds.indexOf(memberId)
  return index < 0 ? memberIds.length : index
}
