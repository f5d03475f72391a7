import { ZERO_POINTS } from '@fieldhouse/domain/points'
import type {
  LeagueSeason,
  SeasonTeam,
  SeedingSettings,
  WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import { byElimination, countResults } from '@fieldhouse/domain/seasons/standings'
import { formatFindings, missingRecordFindings } from '../../findings.ts'
import { ProviderError } from '../../provider-error.ts'
import { normalizeWhitespace } from '../../schemas/fields.ts'
import type { DraftEntry } from '../schemas/player-bodies.ts'
import type { LeagueBody, RosterEntry, UserEntry } from '../schemas/season-bodies.ts'
import { calendarOf, hasPoints, lastScoredWeek, progressOf, type WeekRows } from './calendar.ts'
import { draftDateOf } from './draft.ts'
import { type GameContext, gamesOf, scoreOf } from './games.ts'
import { type Brackets, deriveWinners, finalRanks } from './playoffs.ts'
import { isEliminationLeague, membersOf, standingsOrder, teamOf, type UnrankedTeam } from './teams.ts'

/** The answers that make a season. */
export type SeasonBodies = {
  league: LeagueBody
  users: readonly UserEntry[]
  rosters: readonly RosterEntry[]
  brackets: Brackets
  weeks: readonly WeekRows[]
  drafts: readonly DraftEntry[]
}

/**
 * Translates a season. Standings are the host's totals and games come from the weeks, so they can differ. Throws
 * `unexpected_shape` without rosters, because a season without teams must not replace a stored one.
 */
export function translateSeason(
  { league, users, rosters, brackets: given, weeks, drafts }: SeasonBodies,
  { leagueId, otherSeasons }: { leagueId: string; otherSeasons: readonly number[] },
): LeagueSeason {
  if (rosters.length === 0) throw new ProviderError('unexpected_shape', 'rosters: no teams found')
  const calendar = calendarOf(league, { winners: given.winners, weeks })
  const progress = progressOf(league, calendar, given.winners)
  const identified = users.filter(({ user_id }) => user_id != null)
  const usersById = new Map(identified.map((user) => [user.user_id ?? '', user]))
  const unranked = rosters.map((roster) => teamOf(roster, usersById, league))
  const hasPlayoffs =
    progress.currentPeriod !== null && progress.currentPeriod > (calendar.regularSeasonPeriods ?? Infinity)
  // Before the playoffs, the bracket contains the order of the day.
  const winners = hasPlayoffs ? given.winners : []
  const order = standingsOrder(unranked, winners).map(({ teamId }) => teamId)
  const context = {
    league,
    calendar,
    progress,
    lastScoredWeek: lastScoredWeek(league, progress),
    brackets: { winners, losers: hasPlayoffs ? given.losers : [] },
    teamIds: new Set(order),
  }
  const { games, findings, brackets } = withBrackets(weeks, context, order)
  const isElimination = isEliminationLeague(league)
  const scoringType = scoringTypeOf(league)
  const ranks = !progress.isFinished
    ? new Map<number, number>()
    : isElimination
      ? survivorRanks(unranked)
      : finalRanks(order, brackets, league)
  const hasBegun = games.some(({ result }) => result !== 'undecided') || hasPlayoffs
  const { members, findings: ownerFindings } = membersOf(users, unranked)
  return {
    providerLeagueId: leagueId,
    season: league.season,
    name: normalizeWhitespace(league.name) || null,
    // Every league can be read by its ID, and the API does not say who may see it.
    isPublic: null,
    scoringType,
    hasMedianGame: league.settings?.league_average_match === 1,
    isBestBall: league.settings?.best_ball === 1,
    hasFineScores: false,
    seeding: seedingOf(league, unranked),
    draftAt: draftDateOf(league, drafts),
    size: league.settings?.num_teams ?? rosters.length,
    calendar,
    progress,
    previousSeasons: [...new Set(otherSeasons)]
      .filter((year) => year !== league.season)
      .sort((a, b) => a - b),
    members,
    teams: unranked.map((team) => ({
      ...(isElimination || (hasBegun && hasResults(team)) ? team : withoutResults(team)),
      playoffSeed: hasBegun ? order.indexOf(team.teamId) + 1 : null,
      finalRank: ranks.get(team.teamId) ?? null,
    })),
    games,
    weeklyScores: isElimination ? weeklyScoresOf(weeks, unranked, context.lastScoredWeek) : [],
    findings: [
      ...formatFindings(scoringType),
      ...(hasBegun && !isElimination ? missingRecordFindings('Sleeper', namesWithoutRecord(rosters)) : []),
      ...ownerFindings,
      ...findings,
    ],
  }
}

/** The values of `settings.type` that are played head to head: redraft, keeper and dynasty. */
const HEAD_TO_HEAD_TYPES: readonly number[] = [0, 1, 2]

/** The scoring type in the terms of the domain; a name of its own for a type that is not known. */
function scoringTypeOf(league: LeagueBody): string {
  const type = league.settings?.type ?? 0
  if (isEliminationLeague(league)) return 'ELIMINATION'
  return HEAD_TO_HEAD_TYPES.includes(type) ? 'H2H_POINTS' : `LEAGUE_TYPE_${type}`
}

function namesWithoutRecord(rosters: readonly RosterEntry[]): string[] {
  return rosters.filter(({ settings }) => settings?.wins == null).map(({ roster_id: id }) => `Team ${id}`)
}

/** Whether a team has played, or it is not known whether it has. */
function hasResults({ record }: UnrankedTeam): boolean {
  return record === null || countResults(record) > 0
}

/** Before a team's first game, Sleeper leaves out totals, which are 0 and not unknown. */
function withoutResults(team: UnrankedTeam): UnrankedTeam {
  return {
    ...team,
    record: team.record ?? { wins: 0, losses: 0, ties: 0 },
    pointsFor: team.pointsFor ?? ZERO_POINTS,
    pointsAgainst: team.pointsAgainst ?? ZERO_POINTS,
  }
}

/** The survivor is the champion. Without a single one, nobody is. */
function survivorRanks(teams: readonly UnrankedTeam[]): Map<number, number> {
  if (teams.filter(({ eliminatedWeek }) => eliminatedWeek === null).length !== 1) return new Map()
  return new Map(teams.toSorted(byElimination).map(({ teamId }, index) => [teamId, index + 1]))
}

/** The scores of the teams that were left in each week. Later weeks have no scores, or none yet. */
function weeklyScoresOf(
  weeks: readonly WeekRows[],
  teams: readonly UnrankedTeam[],
  lastScoredWeek: number,
): WeeklyScore[] {
  const lastWeekOf = new Map(teams.map(({ teamId, eliminatedWeek }) => [teamId, eliminatedWeek ?? Infinity]))
  return weeks
    .filter(({ week, rows }) => week <= lastScoredWeek || hasPoints(rows))
    .flatMap(({ week, rows }) =>
      rows
        .filter(({ roster_id: teamId }) => week <= (lastWeekOf.get(teamId) ?? 0))
        .map((row) => ({ teamId: row.roster_id, week, points: scoreOf(row) })),
    )
}

/** Points for come first, then more points against. The games between the teams never count. */
function seedingOf(
  { settings, metadata }: LeagueBody,
  teams: readonly Pick<SeasonTeam, 'divisionId'>[],
): SeedingSettings {
  const divisionIds = [...new Set(teams.map(({ divisionId }) => divisionId))].filter((id) => id !== null)
  return {
    tieBreaker: 'points_for_and_against',
    isReseeded: settings?.playoff_seed_type === 1,
    divisions: divisionIds
      .sort((a, b) => a - b)
      .map((divisionId) => {
        const name = metadata?.[`division_${divisionId}`]
        return { divisionId, name: (typeof name === 'string' && normalizeWhitespace(name)) || null }
      }),
  }
}

/** Without a given bracket, the one that the games show. */
function withBrackets(
  weeks: readonly WeekRows[],
  context: GameContext,
  order: readonly number[],
): ReturnType<typeof gamesOf> & { brackets: Brackets } {
  const read = gamesOf(weeks, context)
  if (context.brackets.winners.length > 0) return { ...read, brackets: context.brackets }
  const playoffs = read.games.filter(({ bracket }) => bracket !== 'regular')
  const winners = deriveWinners(playoffs, order, context.calendar.playoffTeams ?? 0)
  const brackets = { ...context.brackets, winners }
  return { ...gamesOf(weeks, { ...context, brackets }), brackets }
}
