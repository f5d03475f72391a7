import { hasRoundedScores } from '@fieldhouse/domain/interchange/league-file-format'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import type { Bracket, Game, GameResult, GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import type { SeasonGamesTable } from '../../database/schema/season-tables.ts'
import { parseSeasonDetails, type SeasonDetails } from './season-rows.ts'

/** A season as it is stored, without its archive. */
export type SeasonContents = {
  season: LeagueSeason
  provider: ProviderName | null
  file: SeasonDetails['file']
  /** The NFL weeks whose zeros an admin has accepted. */
  acceptedZeros: number[]
}

/** Reads everything that is stored of a season, in the form in which it was stored; null if it is not stored. */
export async function readSeasonContents(
  db: Kysely<Database>,
  leagueId: number,
  year: number,
): Promise<SeasonContents | null> {
  const row = await db
    .selectFrom('seasons')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('season', '=', year)
    .executeTakeFirst()
  if (row === undefined) return null
  const { file, acceptedZeros, ...details } = parseSeasonDetails(row.details)
  const { periods, previousSeasons, hasMedianGame, isBestBall, seeding, findings } = details
  const weeklyScores = await listWeeklyScores(db, leagueId, year)
  const games = await listGames(db, leagueId, year, { periods, weeklyScores })
  const teams = await listTeams(db, leagueId, year)
  const inGames = new Set(
    games.flatMap(({ home, away }) =>
      [home, ...(away === null ? [] : [away])].flatMap(({ teamId, pointsByWeek }) =>
        pointsByWeek.map(({ week }) => `${teamId} ${week}`),
      ),
    ),
  )
  const season: LeagueSeason = {
    providerLeagueId: row.provider_league_id ?? '',
    season: year,
    name: row.name,
    isPublic: row.is_public === null ? null : row.is_public === 1,
    scoringType: row.scoring_type,
    draftAt: row.draft_at === null ? null : new Date(row.draft_at),
    hasMedianGame,
    isBestBall,
    hasFineScores: hasRoundedScores({ teams, games }),
    seeding,
    size: row.size,
    calendar: {
      regularSeasonPeriods: row.regular_season_periods,
      periods,
      playoffTeams: row.playoff_teams,
    },
    progress: {
      isDrafted: row.is_drafted === 1,
      isFinished: row.is_finished === 1,
      currentPeriod: row.current_period,
      currentWeek: row.current_week,
      finalWeek: row.final_week,
    },
    previousSeasons,
    members: await listMembers(db, leagueId, year),
    teams,
    games,
    weeklyScores: weeklyScores.filter(({ teamId, week }) => !inGames.has(`${teamId} ${week}`)),
    findings,
  }
  return { season, provider: row.provider, file, acceptedZeros }
}

function listWeeklyScores(db: Kysely<Database>, leagueId: number, season: number) {
  return db
    .selectFrom('season_weeks')
    .select(['team_id as teamId', 'week', 'points'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('week')
    .orderBy('team_id')
    .$castTo<LeagueSeason['weeklyScores'][number]>()
    .execute()
}

async function listMembers(db: Kysely<Database>, leagueId: number, season: number) {
  const rows = await db
    .selectFrom('season_members')
    .select(['member_id as memberId', 'name', 'is_manager', 'is_creator'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('name')
    .orderBy('member_id')
    .execute()
  return rows.map(({ is_manager, is_creator, ...member }) => ({
    ...member,
    isManager: is_manager === 1,
    isCreator: is_creator === 1,
  }))
}

async function listTeams(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<LeagueSeason['teams']> {
  const rows = await db
    .selectFrom('season_teams')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('team_id')
    .execute()
  const owners = await db
    .selectFrom('season_team_owners')
    .select(['team_id', 'member_id'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('position')
    .execute()
  return rows.map((row) => {
    const ownerIds = owners.filter(({ team_id }) => team_id === row.team_id).map((each) => each.member_id)
    return {
      teamId: row.team_id,
      name: row.name,
      abbrev: row.abbrev,
      logo: row.logo,
      divisionId: row.division_id,
      record: knownRecord(row),
      pointsFor: row.points_for as Points | null,
      pointsAgainst: row.points_against as Points | null,
      playoffSeed: row.playoff_seed,
      finalRank: row.final_rank,
      eliminatedWeek: row.eliminated_week,
      ownerIds,
      primaryOwnerId: ownerIds[0] ?? null,
    }
  })
}

async function listGames(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
  { periods, weeklyScores }: Pick<SeasonDetails, 'periods'> & Pick<LeagueSeason, 'weeklyScores'>,
): Promise<Game[]> {
  const rows = await db
    .selectFrom('season_games')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('period')
    .orderBy('game_id')
    .execute()
  const weeksOf = new Map(periods.map(({ period, weeks }) => [period, weeks]))
  const scoresOf = Map.groupBy(weeklyScores, ({ teamId }) => teamId)
  const toSide = (period: number, side: Omit<GameSide, 'pointsByWeek'>): GameSide => ({
    ...side,
    pointsByWeek: (scoresOf.get(side.teamId) ?? [])
      .filter(({ week }) => weeksOf.get(period)?.includes(week))
      .map(({ week, points }) => ({ week, points })),
  })
  return rows.map((row) => ({
    gameId: row.game_id,
    period: row.period,
    home: toSide(row.period, homeOf(row)),
    away: row.away_team_id === null ? null : toSide(row.period, awayOf(row, row.away_team_id)),
    result: row.result as GameResult,
    bracket: row.bracket as Bracket,
    categories:
      row.home_categories === null
        ? null
        : {
            home: row.home_categories,
            away: row.away_categories ?? 0,
            ties: row.tied_categories ?? 0,
          },
  }))
}

type GameRow = Selectable<SeasonGamesTable>

function homeOf(row: GameRow): Omit<GameSide, 'pointsByWeek'> {
  return {
    teamId: row.home_team_id,
    points: row.home_points as Points,
    livePoints: row.home_live_points as Points | null,
    projectedPoints: row.home_projected_points as Points | null,
    adjustment: row.home_adjustment as Points,
  }
}

function awayOf(row: GameRow, teamId: number): Omit<GameSide, 'pointsByWeek'> {
  return {
    teamId,
    points: (row.away_points ?? ZERO_POINTS) as Points,
    livePoints: row.away_live_points as Points | null,
    projectedPoints: row.away_projected_points as Points | null,
    adjustment: (row.away_adjustment ?? ZERO_POINTS) as Points,
  }
}
