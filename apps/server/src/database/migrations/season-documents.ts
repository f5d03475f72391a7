// A season was stored as rows of six tables by releases before 0.2.0, whose archives have them, too.

type Value = string | number | null | undefined
type Row = Readonly<Record<string, Value>>

export type SeasonRows = {
  season: Row
  season_members: readonly Row[]
  season_teams: readonly Row[]
  season_team_owners: readonly Row[]
  season_games: readonly Row[]
  season_weeks: readonly Row[]
}

export const DOCUMENT_COLUMNS = [
  'name',
  'is_public',
  'scoring_type',
  'size',
  'regular_season_periods',
  'playoff_teams',
  'is_drafted',
  'current_period',
  'final_week',
  'draft_at',
  'details',
] as const

/** The tables whose rows are part of the document, before those that they refer to. */
export const DOCUMENT_TABLES = [
  'season_weeks',
  'season_games',
  'season_team_owners',
  'season_teams',
  'season_members',
] as const

const number = (value: Value) => (value == null ? null : Number(value))
const text = (value: Value) => (value == null ? null : String(value))
const flag = (value: Value) => Number(value) === 1
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Releases before 0.2.0 did not name ESPN. */
export function providerOf({ provider, source }: Row): string | null {
  return text(provider) ?? (source === 'csv' ? null : 'espn')
}

type Details = { periods: readonly Period[]; file: object | null }
type Period = { period: number; weeks: readonly number[] }

/** What the details of seasons that earlier releases stored may not have. */
const DEFAULT_DETAILS = {
  periods: [],
  previousSeasons: [],
  findings: [],
  hasMedianGame: null,
  isBestBall: false,
  seeding: null,
  acceptedZeros: [],
  file: null,
}

/** The document of a season, as text. Throws a SyntaxError if its details are not JSON. */
export function toSeasonDocument(rows: SeasonRows): string {
  const { season } = rows
  const details = { ...DEFAULT_DETAILS, ...(JSON.parse(String(season['details'])) as Partial<Details>) }
  const { periods, file, ...rest } = details
  const scores = toScores(rows.season_weeks)
  const games = toGames(rows.season_games, scores, periods)
  const teams = toTeams(rows)
  const inGames = new Set(
    games.flatMap(({ home, away }) =>
      [home, ...(away === null ? [] : [away])].flatMap(({ teamId, pointsByWeek }) =>
        pointsByWeek.map(({ week }) => scoreKey(teamId, week)),
      ),
    ),
  )
  return JSON.stringify({
    ...rest,
    name: text(season['name']),
    isPublic: season['is_public'] == null ? null : flag(season['is_public']),
    scoringType: text(season['scoring_type']),
    size: Number(season['size']),
    draftAt: season['draft_at'] == null ? null : new Date(Number(season['draft_at'])).toISOString(),
    hasFineScores: teams.some((team) => hasRoundedScores(team, games)),
    calendar: {
      regularSeasonPeriods: number(season['regular_season_periods']),
      periods,
      playoffTeams: number(season['playoff_teams']),
    },
    progress: {
      isDrafted: flag(season['is_drafted']),
      isFinished: flag(season['is_finished']),
      currentPeriod: number(season['current_period']),
      currentWeek: number(season['current_week']),
      finalWeek: number(season['final_week']),
    },
    members: rows.season_members
      .map((row) => ({
        memberId: String(row['member_id']),
        name: String(row['name']),
        isManager: flag(row['is_manager']),
        isCreator: flag(row['is_creator']),
      }))
      .sort((a, b) => compare(a.name, b.name) || compare(a.memberId, b.memberId)),
    teams,
    games,
    weeklyScores: scores.filter(({ teamId, week }) => !inGames.has(scoreKey(teamId, week))),
    file: file ?? (season['source'] === 'csv' ? { files: [], version: null, platform: null } : null),
  })
}

type Score = ReturnType<typeof toScores>[number]

const scoreKey = (teamId: number, week: number) => `${teamId} ${week}`

function toScores(rows: readonly Row[]) {
  return rows
    .map((row) => ({
      teamId: Number(row['team_id']),
      week: Number(row['week']),
      points: Number(row['points']),
    }))
    .sort((a, b) => a.week - b.week || a.teamId - b.teamId)
}

type Team = ReturnType<typeof toTeams>[number]

function toTeams({ season_teams, season_team_owners }: SeasonRows) {
  const owners = Map.groupBy(
    season_team_owners.toSorted((a, b) => Number(a['position']) - Number(b['position'])),
    (row) => Number(row['team_id']),
  )
  return season_teams
    .map((row) => {
      const teamId = Number(row['team_id'])
      const ownerIds = (owners.get(teamId) ?? []).map((owner) => String(owner['member_id']))
      const [wins, losses, ties] = [number(row['wins']), number(row['losses']), number(row['ties'])]
      return {
        teamId,
        name: String(row['name']),
        abbrev: String(row['abbrev']),
        logo: text(row['logo']),
        divisionId: number(row['division_id']),
        record: wins === null || losses === null || ties === null ? null : { wins, losses, ties },
        pointsFor: number(row['points_for']),
        pointsAgainst: number(row['points_against']),
        playoffSeed: number(row['playoff_seed']),
        finalRank: number(row['final_rank']),
        eliminatedWeek: number(row['eliminated_week']),
        ownerIds,
        primaryOwnerId: ownerIds[0] ?? null,
      }
    })
    .sort((a, b) => a.teamId - b.teamId)
}

type Game = ReturnType<typeof toGames>[number]

function toGames(rows: readonly Row[], scores: readonly Score[], periods: readonly Period[]) {
  const weeksOf = new Map(periods.map(({ period, weeks }) => [period, weeks.toSorted((a, b) => a - b)]))
  const pointsOf = new Map(scores.map(({ teamId, week, points }) => [scoreKey(teamId, week), points]))
  const toSide = (row: Row, side: 'home' | 'away') => {
    const teamId = Number(row[`${side}_team_id`])
    return {
      teamId,
      points: Number(row[`${side}_points`] ?? 0),
      livePoints: number(row[`${side}_live_points`]),
      projectedPoints: number(row[`${side}_projected_points`]),
      adjustment: Number(row[`${side}_adjustment`] ?? 0),
      pointsByWeek: (weeksOf.get(Number(row['period'])) ?? []).flatMap((week) => {
        const points = pointsOf.get(scoreKey(teamId, week))
        return points === undefined ? [] : [{ week, points }]
      }),
    }
  }
  return rows
    .map((row) => ({
      gameId: Number(row['game_id']),
      period: Number(row['period']),
      home: toSide(row, 'home'),
      away: row['away_team_id'] == null ? null : toSide(row, 'away'),
      result: String(row['result']),
      bracket: String(row['bracket']),
      categories:
        row['home_categories'] == null
          ? null
          : {
              home: Number(row['home_categories']),
              away: Number(row['away_categories'] ?? 0),
              ties: Number(row['tied_categories'] ?? 0),
            },
    }))
    .sort((a, b) => a.period - b.period || a.gameId - b.gameId)
}

const RESULTS = ['home', 'away', 'tie']

/** Whether the points of a team differ from those of its games by no more than rounding. */
function hasRoundedScores({ teamId, pointsFor }: Team, games: readonly Game[]): boolean {
  const scores = games
    .filter(({ bracket, away, result }) => bracket === 'regular' && away !== null && RESULTS.includes(result))
    .flatMap(({ home, away }) => [home, away].find((side) => side?.teamId === teamId)?.points ?? [])
  const difference = Math.abs((pointsFor ?? 0) - scores.reduce((sum, points) => sum + points, 0))
  return pointsFor !== null && scores.length > 0 && difference > 0 && difference <= (scores.length + 1) / 2
}
