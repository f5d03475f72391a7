import { normalizeName, slugify } from './names.ts'
import { addPoints, type Points, ZERO_POINTS } from './points.ts'
import type { Game, GameSide, LeagueSeason, Member, SeasonTeam, TeamRecord } from './season.ts'
import type { CsvProblem, ScoreRow, SeasonTable, StandingRow } from './season-csv.ts'

const MAX_TEAMS = 40

export type CsvSeasons = { seasons: LeagueSeason[]; problems: CsvProblem[] }

/** The seasons of a table, oldest first; none when there are problems. */
export function seasonsFromCsv(table: SeasonTable, providerLeagueId: number): CsvSeasons {
  if (table.kind === 'wrong') return { seasons: [], problems: table.problems }
  const made =
    table.kind === 'scores'
      ? groupBySeason(table.rows).map((rows) => seasonFromScores(rows, providerLeagueId))
      : groupBySeason(table.rows).map((rows) => seasonFromStandings(rows, providerLeagueId))
  const problems = made.flatMap((each) => each.problems)
  return { seasons: problems.length > 0 ? [] : made.map((each) => each.season), problems }
}

/**
 * The made-up account id of an owner who is known by name alone: the same in every season and
 * file, and of no form that a provider uses.
 */
export function csvMemberId(owner: string): string {
  return `csv:${slugify(owner) || normalizeName(owner)}`
}

type SeasonResult = { season: LeagueSeason; problems: CsvProblem[] }
type TeamRow = Pick<ScoreRow, 'row' | 'team' | 'owner' | 'finalRank'>

function groupBySeason<Row extends { season: number }>(rows: readonly Row[]): Row[][] {
  const years = [...new Set(rows.map((row) => row.season))].sort((a, b) => a - b)
  return years.map((year) => rows.filter((row) => row.season === year))
}

function seasonFromStandings(rows: readonly StandingRow[], providerLeagueId: number): SeasonResult {
  const { teams, members, problems } = buildTeams(rows)
  const index = indexFirstRows(rows, teamKey)
  const twice = rows.flatMap((row) => {
    const first = index.get(teamKey(row)) ?? row
    return first === row ? [] : [createProblem(row, 'team', `${row.team} is in row ${first.row} already`)]
  })
  const complete = teams.map((team) => {
    const row = index.get(teamKey({ team: team.name }))
    if (row === undefined) return team
    const { wins, losses, ties, pointsFor, pointsAgainst } = row
    return { ...team, record: { wins, losses, ties }, pointsFor, pointsAgainst }
  })
  const season = createSeason(rows[0]?.season ?? 0, providerLeagueId, complete, members, [])
  return { season, problems: [...problems, ...twice] }
}

function seasonFromScores(rows: readonly ScoreRow[], providerLeagueId: number): SeasonResult {
  const { teams, members, problems } = buildTeams(rows)
  const index = indexFirstRows(rows, teamWeekKey)
  const wrong = [...problems, ...rows.flatMap((row) => gameProblems(row, index))]
  const games = wrong.length > 0 ? [] : buildGames(rows, index, teams)
  const season = createSeason(
    rows[0]?.season ?? 0,
    providerLeagueId,
    teams.map((team) => withRecord(team, games)),
    members,
    games,
  )
  return { season, problems: wrong }
}

/** The first row of each key. */
function indexFirstRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row> {
  return new Map(rows.toReversed().map((row) => [keyOf(row), row]))
}

function teamKey({ team }: { team: string }): string {
  return normalizeName(team)
}

function teamWeekKey({ team, week }: { team: string; week: number }): string {
  return `${week} ${normalizeName(team)}`
}

/** A row a team in each week, and each game told alike by both of its teams. */
function gameProblems(row: ScoreRow, index: ReadonlyMap<string, ScoreRow>): CsvProblem[] {
  const first = index.get(teamWeekKey(row)) ?? row
  if (first !== row) {
    return [
      createProblem(row, 'week', `${row.team} has a score of week ${row.week} in row ${first.row} already`),
    ]
  }
  const { opponent } = row
  if (opponent === null) return []
  if (isSameName(opponent, row.team))
    return [createProblem(row, 'opponent', `${row.team} cannot play itself`)]
  const other = index.get(teamWeekKey({ team: opponent, week: row.week }))
  if (other === undefined) {
    return [createProblem(row, 'opponent', `${opponent} has no row in week ${row.week} of ${row.season}`)]
  }
  if (other.opponent === null || !isSameName(other.opponent, row.team)) {
    const whom = other.opponent ?? 'nobody'
    return [createProblem(row, 'opponent', `${opponent} plays ${whom} that week by row ${other.row}`)]
  }
  if (other.isPlayoff === row.isPlayoff) return []
  return [createProblem(row, 'playoff', `row ${other.row} says otherwise of the same game`)]
}

function buildTeams(rows: readonly TeamRow[]) {
  const byName = new Map<string, { first: TeamRow; rank: TeamRow | null }>()
  const problems: CsvProblem[] = []
  for (const row of rows) {
    const known = byName.get(normalizeName(row.team)) ?? { first: row, rank: null }
    byName.set(normalizeName(row.team), known)
    if (!isSameName(known.first.owner, row.owner)) {
      const owner = known.first.owner || 'nobody'
      problems.push(createProblem(row, 'owner', `${row.team} belongs to ${owner} in row ${known.first.row}`))
    }
    if (row.finalRank === null) continue
    known.rank ??= row
    if (known.rank.finalRank !== row.finalRank) {
      const detail = `${row.team} is ${known.rank.finalRank} in row ${known.rank.row}`
      problems.push(createProblem(row, 'final_rank', detail))
    }
  }
  if (byName.size > MAX_TEAMS && rows[0] !== undefined) {
    problems.push(
      createProblem(rows[0], 'team', `the season has ${byName.size} teams, at most ${MAX_TEAMS} are taken`),
    )
  }
  const members = new Map<string, Member>()
  const teams = [...byName.values()].map(({ first, rank }, index) => {
    const owners = parseOwners(first.owner)
    for (const { memberId, name } of owners) {
      if (!members.has(memberId))
        members.set(memberId, { memberId, name, isManager: false, isCreator: false })
    }
    return createTeam(
      index + 1,
      first.team,
      owners.map(({ memberId }) => memberId),
      rank?.finalRank ?? null,
    )
  })
  return { teams, members: [...members.values()], problems }
}

function parseOwners(cell: string): { memberId: string; name: string }[] {
  const names = cell.split(' & ').map((name) => name.trim())
  const owners = new Map(
    names.filter((name) => name !== '').map((name) => [csvMemberId(name), name] as const),
  )
  return [...owners].map(([memberId, name]) => ({ memberId, name }))
}

function createTeam(teamId: number, name: string, ownerIds: string[], finalRank: number | null): SeasonTeam {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '')
  return {
    teamId,
    name,
    abbrev: Array.from(letters).slice(0, 4).join('').toUpperCase() || `T${teamId}`,
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

/** By week, and within it as the rows stand: the team that comes first is at home. */
function buildGames(
  rows: readonly ScoreRow[],
  index: ReadonlyMap<string, ScoreRow>,
  teams: readonly SeasonTeam[],
): Game[] {
  const idOf = new Map(teams.map((team) => [normalizeName(team.name), team.teamId]))
  const sideOf = ({ team, week, points }: ScoreRow): GameSide => ({
    teamId: idOf.get(normalizeName(team)) ?? 0,
    points,
    livePoints: null,
    projectedPoints: null,
    adjustment: ZERO_POINTS,
    pointsByWeek: [{ week, points }],
  })
  const seen = new Set<ScoreRow>()
  const games: Game[] = []
  for (const row of rows.toSorted((a, b) => a.week - b.week || a.row - b.row)) {
    if (seen.has(row)) continue
    const { opponent } = row
    const other = opponent === null ? undefined : index.get(teamWeekKey({ team: opponent, week: row.week }))
    if (other !== undefined) seen.add(other)
    games.push({
      gameId: games.length + 1,
      period: row.week,
      home: sideOf(row),
      away: other === undefined ? null : sideOf(other),
      result: other === undefined ? 'undecided' : resultOf(row.points, other.points),
      bracket: row.isPlayoff ? 'playoffs' : 'regular',
    })
  }
  return games
}

function resultOf(home: Points, away: Points): Game['result'] {
  if (home === away) return 'tie'
  return home > away ? 'home' : 'away'
}

/** With the record and the points of its games in the regular season. */
function withRecord(team: SeasonTeam, games: readonly Game[]): SeasonTeam {
  const own = games.flatMap(({ home, away, bracket, result }) => {
    if (bracket !== 'regular' || away === null) return []
    if (home.teamId === team.teamId) return [{ own: home, other: away, isWon: result === 'home', result }]
    return away.teamId === team.teamId ? [{ own: away, other: home, isWon: result === 'away', result }] : []
  })
  const ties = own.filter(({ result }) => result === 'tie').length
  const wins = own.filter(({ isWon }) => isWon).length
  const record: TeamRecord = { wins, losses: own.length - wins - ties, ties }
  return {
    ...team,
    record,
    pointsFor: addPoints(own.map((game) => game.own.points)),
    pointsAgainst: addPoints(own.map((game) => game.other.points)),
  }
}

/** A table made by hand is of a season that is over. */
function createSeason(
  season: number,
  providerLeagueId: number,
  teams: SeasonTeam[],
  members: Member[],
  games: Game[],
): LeagueSeason {
  const weeks = [...new Set(games.map((game) => game.period))].sort((a, b) => a - b)
  const regular = games.filter((game) => game.bracket === 'regular').map((game) => game.period)
  const last = weeks.at(-1) ?? null
  return {
    providerLeagueId,
    season,
    name: null,
    isPublic: null,
    scoringType: null,
    size: teams.length,
    calendar: {
      regularSeasonPeriods: regular.length === 0 ? null : Math.max(...regular),
      periods: weeks.map((week) => ({ period: week, weeks: [week] })),
      playoffTeams: null,
    },
    progress: { isDrafted: true, isFinished: true, currentPeriod: last, currentWeek: last, finalWeek: last },
    previousSeasons: [],
    members,
    teams,
    games,
    findings: [],
  }
}

function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other)
}

function createProblem({ row }: { row: number }, field: string, detail: string): CsvProblem {
  return { row, field, detail }
}
