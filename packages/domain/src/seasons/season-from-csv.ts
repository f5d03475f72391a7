import { groupBy } from '../insights/season/regular-season.ts'
import { isByeName } from '../interchange/pasted-table.ts'
import { normalizeName, slugify } from '../names.ts'
import { addPoints, type Points, ZERO_POINTS } from '../points.ts'
import type { Game, GameSide, LeagueSeason, Member, SeasonTeam } from './season.ts'
import type { CsvProblem, ParsedTable, ScoreRow, StandingRow } from './season-csv.ts'
import { regularSeasonTotals } from './standings.ts'

const MAX_TEAMS = 40

/** An owner of a team, with the account if a table names it, and otherwise with an ID that is made from the name. */
export type TableOwner = { memberId: string; name: string; hasAccount: boolean }

type OwnersOf = (row: TeamRow) => readonly TableOwner[]

/** Converts a CSV table to seasons, oldest first. Empty if the table has problems. */
export function seasonsFromCsv(
  table: ParsedTable | { kind: 'invalid'; problems: CsvProblem[] },
  providerLeagueId: string,
  ownersOf: OwnersOf = ({ owner }) => splitNames(owner).map(toNamedOwner),
): { seasons: LeagueSeason[]; problems: CsvProblem[] } {
  if (table.kind === 'invalid') return { seasons: [], problems: table.problems }
  const results = resultsOf(table, providerLeagueId, ownersOf)
  const problems = results.flatMap((result) => result.problems)
  return { seasons: problems.length > 0 ? [] : results.map((result) => result.season), problems }
}

/** The same in every season and file. Its format differs from every provider's. */
export function fileMemberId(owner: string): string {
  return `csv:${slugify(owner) || normalizeName(owner)}`
}

export function splitNames(cell: string): string[] {
  return cell
    .split(' & ')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function toNamedOwner(name: string): TableOwner {
  return { memberId: fileMemberId(name), name, hasAccount: false }
}

/** Tables of other kinds add to seasons of these. */
function resultsOf(table: ParsedTable, providerLeagueId: string, ownersOf: OwnersOf): SeasonResult[] {
  if (table.kind === 'scores')
    return groupBySeason(table.rows).map((rows) =>
      seasonFromScores(withByes(rows), providerLeagueId, ownersOf),
    )
  if (table.kind === 'standings')
    return groupBySeason(table.rows).map((rows) => seasonFromStandings(rows, providerLeagueId, ownersOf))
  return []
}

/** null as the opponent of rows that name a bye, unless a team is called that. */
function withByes(rows: readonly ScoreRow[]): ScoreRow[] {
  const teams = new Set(rows.map(teamKey))
  return rows.map((row) =>
    row.opponent !== null && isByeName(row.opponent) && !teams.has(normalizeName(row.opponent))
      ? { ...row, opponent: null }
      : row,
  )
}

type SeasonResult = { season: LeagueSeason; problems: CsvProblem[] }
export type TeamRow = Pick<ScoreRow, 'row' | 'team' | 'owner' | 'accounts' | 'finalRank'>

function groupBySeason<Row extends { season: number }>(rows: readonly Row[]): Row[][] {
  const years = [...new Set(rows.map((row) => row.season))].sort((a, b) => a - b)
  return years.map((year) => rows.filter((row) => row.season === year))
}

function seasonFromStandings(rows: readonly StandingRow[], providerLeagueId: string, ownersOf: OwnersOf) {
  const { teams, members, problems } = buildTeams(rows, ownersOf)
  const index = indexFirstRows(rows, teamKey)
  const duplicates = rows.flatMap((row) => {
    const first = index.get(teamKey(row)) ?? row
    return first === row ? [] : [createProblem(row, 'team', `${row.team} is already in row ${first.row}`)]
  })
  const teamsWithRecords = teams.map((team) => {
    const row = index.get(teamKey({ team: team.name }))
    if (row === undefined) return team
    const { record, pointsFor, pointsAgainst, seed: playoffSeed } = row
    return { ...team, record, pointsFor, pointsAgainst, playoffSeed }
  })
  const season = createSeason(rows[0]?.season ?? 0, providerLeagueId, teamsWithRecords, members, [])
  return { season, problems: [...problems, ...duplicates] }
}

function seasonFromScores(rows: readonly ScoreRow[], providerLeagueId: string, ownersOf: OwnersOf) {
  const { teams, members, problems } = buildTeams(rows, ownersOf)
  const index = indexFirstRows(rows, teamWeekKey)
  const allProblems = [...problems, ...rows.flatMap((row) => gameProblems(row, index))]
  const games = allProblems.length > 0 ? [] : buildGames(rows, index, teams)
  const season = createSeason(
    rows[0]?.season ?? 0,
    providerLeagueId,
    teams.map((team) => ({ ...team, ...regularSeasonTotals(team.teamId, games) })),
    members,
    games,
  )
  return { season, problems: allProblems }
}

function indexFirstRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row> {
  return new Map(rows.toReversed().map((row) => [keyOf(row), row]))
}

function teamKey({ team }: { team: string }): string {
  return normalizeName(team)
}

function teamWeekKey({ team, week }: { team: string; week: number }): string {
  return `${week} ${normalizeName(team)}`
}

function gameProblems(row: ScoreRow, index: ReadonlyMap<string, ScoreRow>): CsvProblem[] {
  const first = index.get(teamWeekKey(row)) ?? row
  if (first !== row) {
    return [
      createProblem(row, 'week', `${row.team} already has a score for Week ${row.week} in row ${first.row}`),
    ]
  }
  const { opponent } = row
  if (opponent === null) return []
  if (isSameName(opponent, row.team))
    return [createProblem(row, 'opponent', `${row.team} cannot play itself`)]
  const other = index.get(teamWeekKey({ team: opponent, week: row.week }))
  if (other === undefined) {
    return [createProblem(row, 'opponent', `${opponent} has no row for Week ${row.week} of ${row.season}`)]
  }
  if (other.opponent === null || !isSameName(other.opponent, row.team)) {
    const detail =
      other.opponent === null
        ? `${opponent} has no opponent that week in row ${other.row}`
        : `${opponent} plays ${other.opponent} that week in row ${other.row}`
    return [createProblem(row, 'opponent', detail)]
  }
  if (other.matchup !== row.matchup)
    return [createProblem(row, 'matchup', `row ${other.row} has a different value for the same game`)]
  if (other.bracket === row.bracket) return []
  return [createProblem(row, 'playoff', `row ${other.row} has a different value for the same game`)]
}

function buildTeams(rows: readonly TeamRow[], ownersOf: OwnersOf) {
  const byName = new Map<string, { first: TeamRow; rank: TeamRow | null }>()
  const problems: CsvProblem[] = []
  for (const row of rows) {
    const entry = byName.get(normalizeName(row.team)) ?? { first: row, rank: null }
    byName.set(normalizeName(row.team), entry)
    if (!isSameName(entry.first.owner, row.owner)) {
      const detail =
        entry.first.owner === ''
          ? `${row.team} has no owner in row ${entry.first.row}`
          : `${row.team} belongs to ${entry.first.owner} in row ${entry.first.row}`
      problems.push(createProblem(row, 'owner', detail))
    }
    const isOther = entry.first.accounts !== row.accounts
    if (isOther && entry.first.accounts !== '' && row.accounts !== '') {
      const detail = `${row.team} has other accounts in row ${entry.first.row}`
      problems.push(createProblem(row, 'accounts', detail))
    }
    if (row.finalRank === null) continue
    entry.rank ??= row
    if (entry.rank.finalRank !== row.finalRank) {
      const detail = `${row.team} has final rank ${entry.rank.finalRank} in row ${entry.rank.row}`
      problems.push(createProblem(row, 'final_rank', detail))
    }
  }
  if (byName.size > MAX_TEAMS && rows[0] !== undefined) {
    problems.push(
      createProblem(rows[0], 'team', `the season has ${byName.size} teams; at most ${MAX_TEAMS} are allowed`),
    )
  }
  const members = new Map<string, Member>()
  const teams = [...byName.values()].map(({ first, rank }, index) => {
    const owners = ownersOf(first)
    for (const { memberId, name } of owners) {
      if (!members.has(memberId))
        members.set(memberId, { memberId, name, isManager: false, isCreator: false })
    }
    return createTeam(
      index + 1,
      first.team,
      [...new Set(owners.map(({ memberId }) => memberId))],
      rank?.finalRank ?? null,
    )
  })
  return { teams, members: [...members.values()], problems }
}

function createTeam(teamId: number, name: string, ownerIds: string[], finalRank: number | null): SeasonTeam {
  const characters = name.replace(/[^\p{L}\p{N}]/gu, '')
  return {
    teamId,
    name,
    abbrev: Array.from(characters).slice(0, 4).join('').toUpperCase() || `T${teamId}`,
    logo: null,
    divisionId: null,
    record: { wins: 0, losses: 0, ties: 0 },
    pointsFor: ZERO_POINTS,
    pointsAgainst: ZERO_POINTS,
    playoffSeed: null,
    finalRank,
    ownerIds,
    primaryOwnerId: ownerIds[0] ?? null,
  }
}

/** Orders games by week, then by row. The team of the first row is the home team. */
function buildGames(
  rows: readonly ScoreRow[],
  index: ReadonlyMap<string, ScoreRow>,
  teams: readonly SeasonTeam[],
): Game[] {
  const idOf = new Map(teams.map((team) => [normalizeName(team.name), team.teamId]))
  const sideOf = (weeks: readonly ScoreRow[]): GameSide => ({
    teamId: idOf.get(normalizeName(weeks[0]?.team ?? '')) ?? 0,
    points: addPoints(weeks.map(({ points }) => points)),
    livePoints: null,
    projectedPoints: null,
    adjustment: ZERO_POINTS,
    pointsByWeek: weeks.map(({ week, points }) => ({ week, points })),
  })
  const seen = new Set<ScoreRow>()
  const games: Game[] = []
  const sorted = rows.toSorted((a, b) => a.week - b.week || a.row - b.row)
  const matchups = groupBy(sorted, matchupKey)
  for (const row of sorted) {
    if (seen.has(row)) continue
    const own = row.matchup === null ? [row] : (matchups.get(matchupKey(row)) ?? [row])
    const others = own.flatMap(({ opponent, week }) =>
      opponent === null ? [] : (index.get(teamWeekKey({ team: opponent, week })) ?? []),
    )
    for (const each of [...own, ...others]) seen.add(each)
    const [home, away] = [sideOf(own), others.length === 0 ? null : sideOf(others)]
    games.push({
      gameId: games.length + 1,
      period: row.matchup ?? row.week,
      home,
      away,
      result: away === null ? 'undecided' : resultOf(home.points, away.points),
      bracket: row.bracket,
      categories: null,
    })
  }
  return games
}

function matchupKey({ matchup, team, opponent }: ScoreRow): string {
  return JSON.stringify([matchup, normalizeName(team), normalizeName(opponent ?? '')])
}

function resultOf(home: Points, away: Points): Game['result'] {
  return home === away ? 'tie' : home > away ? 'home' : 'away'
}

/** Creates a finished season. CSV tables contain only finished seasons. */
function createSeason(
  season: number,
  providerLeagueId: string,
  teams: SeasonTeam[],
  members: Member[],
  games: Game[],
): LeagueSeason {
  const periods = calendarOf(games)
  const regular = games.filter((game) => game.bracket === 'regular').map((game) => game.period)
  const last = periods.at(-1)
  const lastWeek = last?.weeks.at(-1) ?? null
  return {
    providerLeagueId,
    season,
    name: null,
    isPublic: null,
    scoringType: null,
    hasMedianGame: null,
    draftAt: null,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    size: teams.length,
    calendar: {
      regularSeasonPeriods: regular.length === 0 ? null : Math.max(...regular),
      periods,
      playoffTeams: null,
    },
    progress: {
      isDrafted: true,
      isFinished: true,
      currentPeriod: last?.period ?? null,
      currentWeek: lastWeek,
      finalWeek: lastWeek,
    },
    previousSeasons: [],
    members,
    teams,
    games,
    weeklyScores: [],
    findings: [],
  }
}

function calendarOf(games: readonly Game[]): LeagueSeason['calendar']['periods'] {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  return periods.map((period) => {
    const ofPeriod = games.filter((game) => game.period === period)
    const weeks = ofPeriod.flatMap(({ home }) => home.pointsByWeek.map(({ week }) => week))
    return { period, weeks: [...new Set(weeks)].sort((a, b) => a - b) }
  })
}

function isSameName(first: string, second: string): boolean {
  return normalizeName(first) === normalizeName(second)
}

function createProblem({ row }: { row: number }, field: string, detail: string): CsvProblem {
  return { row, field, detail }
}
