import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { StoredSeason } from '../repositories/stored-seasons.ts'

type Row = Record<string, string | number | null>

const flag = (value: boolean) => (value ? 1 : 0)

/** The rows of a season by table, as releases before 0.2.0 stored it. */
export function seasonRows(leagueId: number, stored: StoredSeason): Record<string, Row[]> {
  const { teams, games, members, progress, calendar } = stored
  const key = { league_id: leagueId, season: stored.season }
  const details = {
    periods: calendar.periods,
    previousSeasons: stored.previousSeasons,
    hasMedianGame: stored.hasMedianGame,
    isBestBall: stored.isBestBall,
    seeding: stored.seeding,
    findings: stored.findings,
    acceptedZeros: stored.acceptedZeros,
    file: stored.file,
  }
  return {
    seasons: [
      {
        ...key,
        name: stored.name,
        is_public: stored.isPublic === null ? null : flag(stored.isPublic),
        scoring_type: stored.scoringType,
        size: stored.size,
        regular_season_periods: calendar.regularSeasonPeriods,
        playoff_teams: calendar.playoffTeams,
        is_drafted: flag(progress.isDrafted),
        is_finished: flag(progress.isFinished),
        current_period: progress.currentPeriod,
        current_week: progress.currentWeek,
        final_week: progress.finalWeek,
        draft_at: stored.draftAt?.getTime() ?? null,
        details: JSON.stringify(details),
        fetched_at: stored.fetchedAt.getTime(),
        source: stored.source,
        depth: stored.depth,
        provider: stored.provider,
        provider_league_id: stored.provider === null ? null : stored.providerLeagueId,
      },
    ],
    season_members: members.map((member) => ({
      ...key,
      member_id: member.memberId,
      name: member.name,
      is_manager: flag(member.isManager),
      is_creator: flag(member.isCreator),
    })),
    season_teams: teams.map((team) => ({
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
    })),
    season_team_owners: teams.flatMap(({ teamId, ownerIds }) =>
      ownerIds.map((memberId, position) => ({ ...key, team_id: teamId, member_id: memberId, position })),
    ),
    season_games: games.map((game) => ({
      ...key,
      game_id: game.gameId,
      period: game.period,
      bracket: game.bracket,
      result: game.result,
      home_categories: game.categories?.home ?? null,
      away_categories: game.categories?.away ?? null,
      tied_categories: game.categories?.ties ?? null,
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
    })),
    season_weeks: weeklyScoresOf(stored).map(({ teamId, week, points }) => ({
      ...key,
      team_id: teamId,
      week,
      points,
    })),
  }
}
