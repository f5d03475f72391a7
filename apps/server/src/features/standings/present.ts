import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getSnapshot, listStandings, Standing } from '@fieldhouse/contract/standings'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { gamesBack, outcomeFinder, streakOf } from '@fieldhouse/domain/seasons/results'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { WeeklyScore } from '@fieldhouse/domain/seasons/season'
import { byRank } from '@fieldhouse/domain/seasons/standings'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { pointsPerGameOf, presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import type { SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** The data needed to present the standings of a season. */
export type StandingsView = {
  season: number
  /** null if the season is not stored. */
  schedule: SeasonSchedule | null
  teams: readonly LeagueTeam[]
  /** Owner names from the provider by team ID, the primary owner first. */
  owners: ReadonlyMap<number, string[]>
  games: readonly StoredGame[]
  /** The completed weeks, in order. */
  weeks: readonly WeeklyScore[]
  freshness: Freshness
  /** The user whose team gets `is_mine`; null for nobody. */
  userId: number | null
}

export function presentStandings(view: StandingsView): ResponseOf<typeof listStandings> {
  const { season, schedule, freshness } = view
  const format = schedule?.format ?? 'points'
  return {
    season,
    scoring_format: format,
    standings: presentRows(view),
    playoff_teams: hasMatchups(format) ? (schedule?.playoffTeams ?? null) : null,
    is_finished: schedule?.isFinished ?? false,
    draft_at: schedule?.isDrafted === false ? (schedule.draftAt?.toISOString() ?? null) : null,
    ...presentFreshness(freshness),
  }
}

function presentRows({ schedule, teams, owners, games, weeks, userId }: StandingsView): Standing[] {
  const format = schedule?.format ?? 'points'
  const weeksOf = Map.groupBy(hasWeeklyPoints(format) ? weeks : [], ({ teamId }) => teamId)
  const outcomesOf = outcomeFinder(hasMatchups(format) ? games : [])
  const pointsPerGame = pointsPerGameOf({ schedule, teams, games })
  const records = teams.map(({ record }) => record)
  return teams.toSorted(byRank).map((team) => {
    const outcomes = outcomesOf(team.teamId)
    return {
      team_id: team.teamId,
      ...presentTeamSummary(team),
      assigned_user: team.assignment?.name ?? null,
      is_mine: userId !== null && team.assignment?.userId === userId,
      owners: owners.get(team.teamId) ?? [],
      weekly_points: (weeksOf.get(team.teamId) ?? []).map(({ week, points }) => ({
        week,
        points: pointsToDecimal(points),
      })),
      seed: team.seed,
      streak: streakOf(outcomes),
      last_result: outcomes.at(-1) ?? null,
      eliminated_week: team.eliminatedWeek,
      games_back: hasMatchups(format) ? gamesBack(team.record, records) : null,
      points_per_game: pointsPerGame(team),
    }
  })
}

export function presentMyTeam(team: LeagueTeam) {
  return {
    team_id: team.teamId,
    name: team.name,
    logo: team.logo,
    color: team.color,
    rank: team.rank,
    record: team.record,
    points_for: pointsToDecimalOrNull(team.pointsFor),
  }
}

export function presentSnapshot(
  espnLeagueId: number | null,
  newestSeason: number | undefined,
): ResponseOf<typeof getSnapshot> {
  if (newestSeason === undefined) return { payload: null }
  return { payload: { id: espnLeagueId, leagueId: espnLeagueId, seasonId: newestSeason } }
}
