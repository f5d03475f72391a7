import { normalizeName } from '../names.ts'
import type { Game, LeagueSeason, Member, SeasonTeam } from '../seasons/season.ts'
import type { OwnerRow, SeasonInfoRow, SeasonTable, StandingRow } from '../seasons/season-csv.ts'
import { fileMemberId, seasonsFromCsv } from '../seasons/season-from-csv.ts'
import { regularSeasonTotals } from '../seasons/standings.ts'
import type { CsvProblem } from '../seasons/table-row.ts'

export type ValidTable = Exclude<SeasonTable, { kind: 'invalid' }>
/** A table and the name of its file. */
export type NamedTable = { file: string; table: ValidTable }
export type TableProblem = CsvProblem & { file: string }

/** What the tables of a season say, apart from its lineups, draft and transactions. */
export type TableSeason = {
  season: LeagueSeason
  platform: string | null
  platformLeagueId: string | null
  /** Whether the records come from standings. Otherwise they are counted from the games. */
  hasOwnRecords: boolean
}

type RowsOf<Kind extends ValidTable['kind']> = Extract<ValidTable, { kind: Kind }>['rows']

/** The rows of a kind in a season. */
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
): TableProblem[] {
  const scores = tables.filter(({ table }) => table.kind === 'scores')
  const own = scores.flatMap((named) =>
    seasonsFromCsv({ kind: 'scores', rows: rowsOf([named], 'scores', year) }, '').problems.map((problem) => ({
      ...problem,
      file: named.file,
    })),
  )
  return own.length > 0 || ofAll.length === 0
    ? own
    : ofAll.map((problem) => ({ ...problem, file: scores[0]?.file ?? '' }))
}

/** Combines the tables of a season, each kind of them once. With problems, the season is null. */
export function seasonFromTables(
  tables: readonly NamedTable[],
  year: number,
): { season: TableSeason | null; problems: TableProblem[] } {
  const own = tables.filter(({ table }) => table.rows.some(({ season }) => season === year))
  const fileOf = (kind: ValidTable['kind']) => own.find(({ table }) => table.kind === kind)?.file ?? ''
  const [scores, standings] = [rowsOf(own, 'scores', year), rowsOf(own, 'standings', year)]
  const [first] = own
  if (scores.length === 0 && standings.length === 0) {
    const row = first?.table.rows.find(({ season }) => season === year)?.row ?? 1
    const detail = `there are no scores and no standings for ${year}. Add one of these tables`
    return { season: null, problems: [{ file: first?.file ?? '', row, field: 'season', detail }] }
  }
  const fromScores = seasonsFromCsv({ kind: 'scores', rows: scores }, '')
  const fromStandings = seasonsFromCsv({ kind: 'standings', rows: standings }, '')
  const [games, totals] = [fromScores.seasons[0], fromStandings.seasons[0]]
  const tableProblems = [
    ...scoreProblems(own, year, fromScores.problems),
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
  const season = withOwners(
    withInfo(withDivisions(combined, standings), info, standings.length > 0),
    rowsOf(own, 'owners', year),
  )
  return {
    season: {
      season,
      platform: info?.platform ?? null,
      platformLeagueId: info?.leagueId ?? null,
      hasOwnRecords: (games !== undefined && totals !== undefined) || info?.regularSeasonWeeks != null,
    },
    problems: [],
  }
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

function withInfo(
  season: LeagueSeason,
  info: SeasonInfoRow | undefined,
  hasStandings: boolean,
): LeagueSeason {
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

/** Gives owners the accounts and roles of the table of owners. Owners without a team are members too. */
function withOwners(season: LeagueSeason, owners: readonly OwnerRow[]): LeagueSeason {
  const listed = new Map(owners.map((row) => [fileMemberId(row.owner), row]))
  const idOf = (memberId: string) => listed.get(memberId)?.account ?? memberId
  const others = owners
    .filter(({ owner }) => !season.members.some(({ memberId }) => memberId === fileMemberId(owner)))
    .map(
      ({ owner }): Member => ({
        memberId: fileMemberId(owner),
        name: owner,
        isManager: false,
        isCreator: false,
      }),
    )
  return {
    ...season,
    members: [...season.members, ...others].map((member) => ({
      ...member,
      memberId: idOf(member.memberId),
      isManager: listed.get(member.memberId)?.isCommissioner ?? false,
    })),
    teams: season.teams.map((team) => ({
      ...team,
      ownerIds: team.ownerIds.map(idOf),
      primaryOwnerId: team.primaryOwnerId === null ? null : idOf(team.primaryOwnerId),
    })),
  }
}
