import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { hasWeeklyPoints, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type Finding,
  type LeagueSeason,
  type Member,
  type SeedingSettings,
  TIE_BREAKERS,
  type WeeklyScore,
  weeklyPoints,
} from '@fieldhouse/domain/seasons/season'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type {
  SeasonGamesTable,
  SeasonMembersTable,
  SeasonsTable,
  SeasonTeamOwnersTable,
  SeasonTeamsTable,
  SeasonWeeksTable,
} from '../../database/schema/season-tables.ts'
import { parseJson } from '../../json/parse-json.ts'

/** The content of the column `details` of a season: the parts that are always read as a whole. */
export type SeasonDetails = {
  periods: LeagueSeason['calendar']['periods']
  previousSeasons: number[]
  hasMedianGame: boolean | null
  isBestBall: boolean
  seeding: SeedingSettings | null
  findings: Finding[]
  /** The NFL weeks whose zeros an admin has accepted, which the next refresh takes. */
  acceptedZeros: number[]
  /** null for a season that was read from its provider, or from its captured responses. */
  file: FileOrigin | null
}

/** The files that a season was imported from. */
export type FileOrigin = {
  files: { name: string; sha256: string }[]
  /** The version of the format; null for tables. */
  version: number | null
  /** The platform that the season was played on, as the file calls it; null if unknown. */
  platform: string | null
}

/** Seasons that earlier releases imported from a table do not have its name. */
export function fileOriginOf(
  source: SeasonSource,
  details: Pick<SeasonDetails, 'file'> | undefined,
): FileOrigin | null {
  return details?.file ?? (source === 'csv' ? { files: [], version: null, platform: null } : null)
}

/** The platform that a stored season is from. Seasons that earlier releases stored don't name it. */
export function seasonProviderOf(row: {
  provider: ProviderName | null
  source: SeasonSource
}): ProviderName | null {
  return row.provider ?? (row.source === 'csv' ? null : 'espn')
}

const Findings: z.ZodType<Finding[]> = z.array(
  z.object({
    // Only this server writes codes. Codes of older releases are accepted.
    code: z.string().transform((code) => code as Finding['code']),
    detail: z.string(),
    week: z.int().nullable(),
    gameId: z.int().nullable(),
  }),
)

const Details: z.ZodType<SeasonDetails> = z.object({
  periods: z.array(z.object({ period: z.int(), weeks: z.array(z.int()) })),
  previousSeasons: z.array(z.int()),
  // Seasons that release 0.1.0 stored don't have it.
  hasMedianGame: z.boolean().nullable().default(null),
  // Added later.
  isBestBall: z.boolean().default(false),
  seeding: z
    .object({
      tieBreaker: z.enum(TIE_BREAKERS).nullable(),
      isReseeded: z.boolean().nullable(),
      divisions: z.array(z.object({ divisionId: z.int(), name: z.string().nullable() })),
    })
    .nullable()
    .default(null),
  findings: Findings,
  // Added later.
  acceptedZeros: z.array(z.int()).default([]),
  // Added later.
  file: z
    .object({
      files: z.array(z.object({ name: z.string(), sha256: z.string() })),
      version: z.int().nullable(),
      platform: z.string().nullable(),
    })
    .nullable()
    .default(null),
})

/** Throws a ZodError or SyntaxError for invalid text. */
export const parseSeasonDetails = (text: string): SeasonDetails => Details.parse(parseJson(text))
/** Throws a ZodError or SyntaxError for invalid text. */
export const parseFindings = (text: string): Finding[] => Findings.parse(parseJson(text))

export type SeasonKey = { league_id: number; season: number }

/** Where the data of a season came from, when, and in what depth. */
type SeasonOrigin = {
  source: SeasonSource
  provider: ProviderName | null
  depth: SeasonDepth
  fetchedAt: Date
  file: FileOrigin | null
}

export function seasonRow(
  key: SeasonKey,
  season: LeagueSeason,
  { source, provider, depth, fetchedAt, file }: SeasonOrigin,
): Insertable<SeasonsTable> {
  const { calendar, progress, previousSeasons, hasMedianGame, isBestBall, seeding, findings } = season
  const { periods } = calendar
  const details: SeasonDetails = {
    periods,
    previousSeasons,
    hasMedianGame,
    isBestBall,
    seeding,
    findings,
    acceptedZeros: [],
    file,
  }
  return {
    ...key,
    name: season.name,
    is_public: season.isPublic === null ? null : flag(season.isPublic),
    scoring_type: season.scoringType,
    size: season.size,
    regular_season_periods: calendar.regularSeasonPeriods,
    playoff_teams: calendar.playoffTeams,
    is_drafted: flag(progress.isDrafted),
    is_finished: flag(progress.isFinished),
    current_period: progress.currentPeriod,
    current_week: progress.currentWeek,
    final_week: progress.finalWeek,
    draft_at: season.draftAt?.getTime() ?? null,
    details: JSON.stringify(details),
    fetched_at: fetchedAt.getTime(),
    source,
    depth,
    provider,
    provider_league_id: provider === null ? null : season.providerLeagueId,
  }
}

export function memberRows(key: SeasonKey, members: readonly Member[]): SeasonMembersTable[] {
  return members.map((member) => ({
    ...key,
    member_id: member.memberId,
    name: member.name,
    is_manager: flag(member.isManager),
    is_creator: flag(member.isCreator),
  }))
}

export function teamRows(key: SeasonKey, season: LeagueSeason): SeasonTeamsTable[] {
  return season.teams.map((team) => ({
    ...key,
    team_id: team.teamId,
    name: team.name,
    abbrev: team.abbrev,
    logo: team.logo,
    division_id: team.divisionId,
    wins: team.record?.wins ?? null,
    losses: team.record?.losses ?? null,
    ties: team.record?.ties ?? null,
    points_for: team.pointsFor,
    points_against: team.pointsAgainst,
    playoff_seed: team.playoffSeed,
    final_rank: team.finalRank,
    eliminated_week: team.eliminatedWeek ?? null,
  }))
}

/** The primary owner first. */
export function ownerRows(key: SeasonKey, season: LeagueSeason): SeasonTeamOwnersTable[] {
  return season.teams.flatMap((team) =>
    team.ownerIds.map((memberId, position) => ({
      ...key,
      team_id: team.teamId,
      member_id: memberId,
      position,
    })),
  )
}

export function gameRows(key: SeasonKey, season: LeagueSeason): Insertable<SeasonGamesTable>[] {
  return season.games.map((game) => ({
    ...key,
    game_id: game.gameId,
    period: game.period,
    bracket: game.bracket,
    home_categories: game.categories?.home ?? null,
    away_categories: game.categories?.away ?? null,
    tied_categories: game.categories?.ties ?? null,
    result: game.result,
    home_team_id: game.home.teamId,
    home_points: game.home.points,
    home_live_points: game.home.livePoints,
    home_projected_points: game.home.projectedPoints,
    home_adjustment: game.home.adjustment,
    away_team_id: game.away?.teamId ?? null,
    away_points: game.away?.points ?? null,
    away_live_points: game.away?.livePoints ?? null,
    away_projected_points: game.away?.projectedPoints ?? null,
    away_adjustment: game.away?.adjustment ?? null,
  }))
}

/** One row per team and NFL week, including byes. In category leagues there are no points. */
export function weekRows(key: SeasonKey, season: LeagueSeason): SeasonWeeksTable[] {
  const teamIds = new Set(season.teams.map((team) => team.teamId))
  if (!hasWeeklyPoints(scoringFormatOf(season.scoringType))) return []
  const rows = new Map(
    season.weeklyScores.map((score) => [`${score.teamId} ${score.week}`, weekRow(key, score)]),
  )
  for (const game of season.games) {
    for (const side of game.away === null ? [game.home] : [game.home, game.away]) {
      if (!teamIds.has(side.teamId)) continue
      for (const { week, points } of weeklyPoints(game, side, season.calendar))
        rows.set(`${side.teamId} ${week}`, weekRow(key, { teamId: side.teamId, week, points }))
    }
  }
  return [...rows.values()]
}

function weekRow(key: SeasonKey, { teamId, week, points }: WeeklyScore): SeasonWeeksTable {
  return { ...key, team_id: teamId, week, points }
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
