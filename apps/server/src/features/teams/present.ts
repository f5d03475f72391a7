import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTeam, TeamPage, TeamTransaction } from '@fieldhouse/contract/teams'
import { addPoints, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import { type PublicTransaction, teamsOf } from '@fieldhouse/domain/rosters/transactions'
import { outcomeFinder, streakOf } from '@fieldhouse/domain/seasons/results'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { periodOfWeek, type WeeklyScore } from '@fieldhouse/domain/seasons/season'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { type ProviderSeason, presentTeamUrl } from '../../http/presenters/present-provider-page.ts'
import { presentRoster } from '../../http/presenters/present-roster.ts'
import {
  pointsPerGameOf,
  presentAverage,
  presentManagers,
} from '../../http/presenters/present-team-summary.ts'
import type { StoredPlayer } from '../../repositories/seasons/player-reader.ts'
import type { RosterWeek, TeamRoster } from '../../repositories/seasons/roster-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import { lastResults, presentSchedule, type ScheduleView, teamLink } from './present-schedule.ts'

/** The owner of a team in the league's history. */
export type TeamOwner = {
  name: string
  slug: string
  picture: string | null
  /** Oldest first, with the team's name in that season. */
  titles: { season: number; name: string }[]
  /** Whether `picture` is still current. */
  hasCurrentPicture: () => Promise<boolean>
}

/** The data needed to present a team. */
export type TeamView = ScheduleView & {
  season: number
  /** The seasons that have the team, newest first. */
  seasons: number[]
  espnLeagueId: number | null
  /** Owner names from the provider by team ID, the primary owner first. */
  owners: ReadonlyMap<number, string[]>
  owner: TeamOwner | null
  /** The completed weeks of all teams, in order. */
  weeks: readonly WeeklyScore[]
  rosterWeek: RosterWeek
  roster: TeamRoster | null
  /** null if none are stored. */
  transactions: {
    own: readonly PublicTransaction[]
    players: ReadonlyMap<number, StoredPlayer>
  } | null
  freshness: Freshness & ProviderSeason
}

export function presentTeam(teamId: number, view: TeamView): ResponseOf<typeof getTeam> {
  const { schedule, rosterWeek, roster, transactions } = view
  const team = view.teams.find((candidate) => candidate.teamId === teamId)
  if (team === undefined) throw new Error(`season ${view.season} has no team ${teamId}`)
  return {
    season: view.season,
    seasons: view.seasons,
    scoring_format: schedule?.format ?? 'points',
    is_finished: schedule?.isFinished ?? false,
    espn_league_id: view.espnLeagueId,
    team_url: presentTeamUrl({ ...view.freshness, season: view.season }, teamId),
    team: presentPage(team, view),
    weekly_points: presentWeeks(teamId, view),
    schedule: presentSchedule(teamId, view),
    roster: {
      week: rosterWeek.week,
      weeks: rosterWeek.weeks,
      players: roster === null ? [] : presentRoster(roster.lineup, roster.nflWeek),
    },
    transactions:
      transactions?.own.map((each) => presentTransaction(each, teamId, transactions.players, view)) ?? null,
    ...presentFreshness(view.freshness),
  }
}

function presentPage(team: LeagueTeam, view: TeamView): TeamPage {
  const { schedule, owner, games } = view
  const outcomes = hasMatchups(schedule?.format ?? 'points') ? outcomeFinder(games)(team.teamId) : []
  return {
    team_id: team.teamId,
    name: team.name,
    abbrev: team.abbrev,
    logo: team.logo,
    color: team.color,
    ...presentManagers(team, view.owners),
    owner: owner === null ? null : { owner: owner.name, slug: owner.slug, picture: owner.picture },
    titles: owner?.titles ?? [],
    record: team.record,
    rank: team.rank,
    seed: team.seed,
    streak: streakOf(outcomes),
    last_five: lastResults(team.teamId, view),
    points_for: pointsToDecimalOrNull(team.pointsFor),
    points_against: pointsToDecimalOrNull(team.pointsAgainst),
    points_per_game: pointsPerGameOf(view)(team),
  }
}

/** Byes are no games: they count neither for the team nor for the average. */
function presentWeeks(teamId: number, view: TeamView): ResponseOf<typeof getTeam>['weekly_points'] {
  const { schedule, games } = view
  if (schedule === null || !hasWeeklyPoints(schedule.format)) return []
  const playing = new Set(
    games.flatMap(({ period, home, away }) =>
      away === null ? [] : [`${period} ${home.teamId}`, `${period} ${away.teamId}`],
    ),
  )
  const counted = hasMatchups(schedule.format)
    ? view.weeks.filter((each) => playing.has(`${periodOfWeek(schedule, each.week)} ${each.teamId}`))
    : view.weeks
  const byWeek = Map.groupBy(counted, ({ week }) => week)
  return counted
    .filter((each) => each.teamId === teamId)
    .map(({ week, points }) => {
      const scores = (byWeek.get(week) ?? []).map((each) => each.points)
      return {
        week,
        points: pointsToDecimal(points),
        league_average: presentAverage(addPoints(scores), scores.length),
      }
    })
}

function presentTransaction(
  transaction: PublicTransaction,
  ownId: number,
  players: ReadonlyMap<number, StoredPlayer>,
  view: TeamView,
): TeamTransaction {
  const { id, kind, status, reason, week, decidedAt, proposedAt, bid, moves, picks, budget } = transaction
  return {
    id,
    kind,
    status,
    reason,
    week,
    decided_at: decidedAt?.toISOString() ?? null,
    proposed_at: proposedAt?.toISOString() ?? null,
    bid,
    other_teams: teamsOf(transaction)
      .filter((each) => each !== ownId)
      .map((each) => teamLink(each, view)),
    moves: moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      espn_id: playerId,
      player: players.get(playerId)?.name ?? fallbackPlayerName(playerId),
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
    picks: (picks ?? []).map(({ season, round, originalTeamId, fromTeamId, toTeamId }) => ({
      season,
      round,
      original_team_id: originalTeamId,
      original_team: teamLink(originalTeamId, view).name,
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
    budget: (budget ?? []).map(({ amount, fromTeamId, toTeamId }) => ({
      amount,
      from_team_id: fromTeamId,
      to_team_id: toTeamId,
    })),
  }
}
