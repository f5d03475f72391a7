import { assignTeamColors } from '../colors/team-colors.ts'
import type { Points } from '../points.ts'
import { hasMatchups, scoringFormatOf } from './scoring-format.ts'
import type { LeagueSeason, TeamRecord } from './season.ts'
import { standingsRanks } from './standings.ts'

/** A team of a season with the user it is assigned to. */
export type LeagueTeam = {
  teamId: number
  name: string
  abbrev: string
  /** Path of the logo on this site; null without one. */
  logo: string | null
  /** The team's color, which no other team of the season has, as `#rrggbb`. */
  color: string | null
  /** null if unknown, and in a season without games between two teams. */
  record: TeamRecord | null
  rank: number | null
  /** The playoff seed; null until the provider assigns seeds, and in leagues without matchups. */
  seed: number | null
  /** null if unknown. */
  pointsFor: Points | null
  pointsAgainst: Points | null
  /** The NFL week after which the team was out of an elimination league; null if it was not. */
  eliminatedWeek: number | null
  /** null if the team is not assigned. */
  assignment: { userId: number; username: string; name: string } | null
}

/** What is known of logos, by their URLs, and of the users of teams, by team ID. */
type TeamSources = {
  colorOf: (logo: string | null) => string | null
  pathOf: (logo: string | null) => string | null
  userOf: (teamId: number) => LeagueTeam['assignment']
}

export function toLeagueTeams(
  { teams, scoringType }: LeagueSeason,
  { colorOf, pathOf, userOf }: TeamSources,
): LeagueTeam[] {
  const format = scoringFormatOf(scoringType)
  const ranks = standingsRanks(teams, format)
  const colors = assignTeamColors(teams.map(({ teamId, logo }) => ({ teamId, logoColor: colorOf(logo) })))
  return teams.map((team) => ({
    teamId: team.teamId,
    name: team.name,
    abbrev: team.abbrev,
    logo: pathOf(team.logo),
    color: colors.get(team.teamId) ?? null,
    record: team.record,
    rank: ranks.get(team) ?? null,
    seed: hasMatchups(format) ? team.playoffSeed : null,
    pointsFor: team.pointsFor,
    pointsAgainst: team.pointsAgainst,
    eliminatedWeek: team.eliminatedWeek ?? null,
    assignment: userOf(team.teamId),
  }))
}
