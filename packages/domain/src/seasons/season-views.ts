import { assignTeamColors } from '../colors.ts'
import { groupBy } from '../insights/season/regular-season.ts'
import { buildBracket, type PlayoffBracket } from './playoffs.ts'
import { hasMatchups, hasWeeklyPoints, scoringFormatOf } from './scoring-format.ts'
import {
  commissionerOf,
  type Game,
  type GameSide,
  knownSeasons,
  type LeagueSeason,
  type Member,
  type WeeklyScore,
  weeklyPoints,
} from './season.ts'
import { hasRoundedScores, standingsRanks } from './standings.ts'

export type SeasonSchedule = ReturnType<typeof scheduleOf>

export function scheduleOf(season: LeagueSeason) {
  const { calendar, progress, draftAt, hasMedianGame, isBestBall, seeding, scoringType } = season
  return {
    ...progress,
    ...calendar,
    draftAt,
    hasMedianGame,
    isBestBall,
    seeding,
    format: scoringFormatOf(scoringType),
  }
}

/**
 * The form in which a season is stored: the teams by ID, the members by name and ID, the games by period and ID, and the
 * points of each week where they belong, also those that the provider left out.
 */
export function normalizeSeason(season: LeagueSeason): LeagueSeason {
  const { teams, members, games, calendar } = season
  const scores = weeklyScoresOf(season)
  const scoresOf = groupBy(scores, ({ teamId }) => teamId)
  const weeksOf = new Map(calendar.periods.map(({ period, weeks }) => [period, weeks]))
  const inGames = new Set<WeeklyScore>()
  const withScores = (side: GameSide, period: number): GameSide => {
    const own = (scoresOf.get(side.teamId) ?? []).filter(({ week }) => weeksOf.get(period)?.includes(week))
    for (const score of own) inGames.add(score)
    return { ...side, pointsByWeek: own.map(({ week, points }) => ({ week, points })) }
  }
  return {
    ...season,
    hasFineScores: hasRoundedScores(season),
    members: members.toSorted((a, b) => compare(a.name, b.name) || compare(a.memberId, b.memberId)),
    teams: teams
      .map((team) => ({
        ...team,
        eliminatedWeek: team.eliminatedWeek ?? null,
        primaryOwnerId: team.ownerIds[0] ?? null,
      }))
      .sort((a, b) => a.teamId - b.teamId),
    games: games
      .map((game) => ({
        ...game,
        home: withScores(game.home, game.period),
        away: game.away === null ? null : withScores(game.away, game.period),
      }))
      .sort((a, b) => a.period - b.period || a.gameId - b.gameId),
    weeklyScores: scores.filter((score) => !inGames.has(score)),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function gamesById({ games }: Pick<LeagueSeason, 'games'>): Game[] {
  return games.toSorted((a, b) => a.gameId - b.gameId)
}

/** The points of every team by NFL week, also those of its byes, ordered by week and team. None in category leagues. */
export function weeklyScoresOf({
  teams,
  games,
  weeklyScores,
  calendar,
  scoringType,
}: LeagueSeason): WeeklyScore[] {
  if (!hasWeeklyPoints(scoringFormatOf(scoringType))) return []
  const teamIds = new Set(teams.map((team) => team.teamId))
  const scores = new Map(weeklyScores.map((score) => [`${score.teamId} ${score.week}`, score]))
  for (const game of games)
    for (const side of game.away === null ? [game.home] : [game.home, game.away]) {
      if (!teamIds.has(side.teamId)) continue
      for (const { week, points } of weeklyPoints(game, side, calendar))
        scores.set(`${side.teamId} ${week}`, { teamId: side.teamId, week, points })
    }
  return [...scores.values()].sort((a, b) => a.week - b.week || a.teamId - b.teamId)
}

/** The same without the week in progress, which has no final score yet. */
export function completedWeeksOf(season: LeagueSeason): WeeklyScore[] {
  const { isFinished, currentWeek } = season.progress
  return weeklyScoresOf(season).filter(
    ({ week }) => isFinished || (currentWeek !== null && week < currentWeek),
  )
}

export function bracketOf(season: LeagueSeason): PlayoffBracket<Game> {
  const schedule = scheduleOf(season)
  if (!hasMatchups(schedule.format)) return { status: 'unknown', rounds: [], championId: null }
  return buildBracket({ ...schedule, games: gamesById(season), teams: season.teams })
}

/**
 * The names of the owners, by team ID, the primary owner first. Teams without owners are not included.
 * @param nameOf the name of the person who an account of the season belongs to
 */
export function ownerNamesOf(
  { teams, members }: LeagueSeason,
  nameOf: (member: Member) => string = ({ name }) => name,
): Map<number, string[]> {
  const names = new Map(members.map((member) => [member.memberId, nameOf(member)]))
  return new Map(
    teams.flatMap(({ teamId, ownerIds }) => {
      const own = ownerIds.flatMap((memberId) => names.get(memberId) ?? [])
      return own.length === 0 ? [] : [[teamId, own]]
    }),
  )
}

export type LeagueTeam = ReturnType<typeof toLeagueTeams>[number]

type TeamUser = { userId: number; username: string; name: string }

export function hasUser({ assignment, coOwners }: LeagueTeam, userId: number): boolean {
  return assignment?.userId === userId || coOwners.some((each) => each.userId === userId)
}

type TeamSources = {
  colorOf: (logo: string | null) => string | null
  pathOf: (logo: string | null) => string | null
  usersOf: (teamId: number) => readonly TeamUser[]
}

/**
 * `logo` is a path on this site, and `color` one that no other team of the season has, as `#rrggbb`. The record is null
 * if unknown and in a season without games between two teams, and the seed until the provider assigns seeds and in
 * leagues without matchups. The assignment is the first of the users who have the team.
 */
export function toLeagueTeams(
  { teams, scoringType }: LeagueSeason,
  { colorOf, pathOf, usersOf }: TeamSources,
) {
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
    assignment: usersOf(team.teamId)[0] ?? null,
    coOwners: usersOf(team.teamId).slice(1),
  }))
}

/**
 * The seasons of a league, also those that only its provider lists, and its commissioner. null without a stored season.
 * @param seasons oldest first
 * @param personOf the account that represents the owner of an account
 */
export function leagueInfoOf(seasons: readonly LeagueSeason[], nameOf: (member: Member) => string) {
  const stored = seasons.toReversed()
  const current = stored[0]?.season
  if (current === undefined) return null
  const known = knownSeasons(stored)
  const managers = stored
    .map(({ members }) => members.filter(({ isManager, isCreator }) => isManager || isCreator))
    .find(({ length }) => length > 0)
  return {
    seasons: stored.map(({ season }) => season),
    seasonNumber: known.filter((season) => season <= current).length,
    firstYear: known[0] ?? current,
    commissioner: commissionerOf((managers ?? []).map((member) => ({ ...member, name: nameOf(member) }))),
  }
}

export type TeamAssignment = {
  userId: number
  /** The provider's ID of the team when it was assigned. */
  teamId: number
  season: number | null
  /** The account of the team's owner; null if the team had none. */
  memberId: string | null
}

export type OwnedTeam = {
  teamId: number
  /** Account IDs, the primary owner first. */
  ownerIds: readonly string[]
}

/**
 * The users of each assigned team in a season, by team ID, several of them if the team has co-owners. An assignment
 * follows the owner, because a team's ID can go to someone else in another season. It has no team in a season in which
 * the owner has none. A team without an owner stays assigned until it gets one.
 *
 * The primary owner of a team comes before its other owners, and an owner of several teams keeps the one with the
 * assigned ID. Who has no team otherwise is a co-owner of the one that the owner shares. `personOf` returns the account
 * that represents an account's owner. Source: decisions, 4 `assign-team/`.
 */
export function assignUsers(
  assignments: readonly TeamAssignment[],
  { season, teams }: { season: number; teams: readonly OwnedTeam[] },
  personOf: (memberId: string) => string,
): Map<number, number[]> {
  const users = new Map<number, number[]>()
  const assigned = new Set<number>()
  const byTeamId = teams.toSorted((a, b) => a.teamId - b.teamId)
  const isSamePerson = (first: string | null | undefined, second: string | undefined) =>
    typeof first === 'string' && second !== undefined && personOf(first) === personOf(second)
  const isAssignedId = (assignment: TeamAssignment, team: OwnedTeam) => assignment.teamId === team.teamId
  const isPrimary = ({ memberId }: TeamAssignment, { ownerIds }: OwnedTeam) =>
    isSamePerson(memberId, ownerIds[0])
  const isOwner = ({ memberId }: TeamAssignment, { ownerIds }: OwnedTeam) =>
    ownerIds.some((ownerId) => isSamePerson(memberId, ownerId))
  const isOwnerless = (assignment: TeamAssignment, { ownerIds }: OwnedTeam) =>
    assignment.memberId === null && ownerIds.length === 0 && season >= (assignment.season ?? 0)

  const isFree = ({ teamId }: OwnedTeam) => !users.has(teamId)
  const rules: ((assignment: TeamAssignment, team: OwnedTeam) => boolean)[] = [
    (assignment, team) => isAssignedId(assignment, team) && isPrimary(assignment, team),
    (assignment, team) => isFree(team) && isPrimary(assignment, team),
    (assignment, team) => isAssignedId(assignment, team) && isOwner(assignment, team),
    (assignment, team) => isFree(team) && isOwner(assignment, team),
    (assignment, team) => isAssignedId(assignment, team) && isOwnerless(assignment, team),
    isOwner,
  ]
  for (const applies of rules) {
    for (const assignment of assignments.filter(({ userId }) => !assigned.has(userId))) {
      const team = byTeamId.find((each) => applies(assignment, each))
      if (team === undefined) continue
      users.set(team.teamId, [...(users.get(team.teamId) ?? []), assignment.userId])
      assigned.add(assignment.userId)
    }
  }
  return users
}
