import { isFinerThanHundredths } from '@fieldhouse/domain/points'
import { hasMatchups, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type Finding,
  isDecided,
  type LeagueSeason,
  type SeasonTeam,
  type SeedingSettings,
  type TieBreaker,
  type WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import { countResults } from '@fieldhouse/domain/seasons/standings'
import { finding, formatFindings, missingRecordFindings } from '../../findings.ts'
import { ProviderError } from '../../provider-error.ts'
import { normalizeWhitespace } from '../../schemas/fields.ts'
import {
  type GameEntry,
  isEmptyHistory,
  type LeagueBody,
  type RequestedSeason,
  readBody,
  type TeamEntry,
} from '../schemas/bodies.ts'
import { calendarOf, progressOf } from './calendar.ts'
import { gamesOf, weeklyScoresOf } from './games.ts'
import { membersOf, missingCommissionerFindings, teamNameOf, teamOf, unknownOwners } from './teams.ts'

/**
 * Translates a season from the bodies of one or more requests with different views. If two bodies have the
 * same field, the earlier one takes precedence. Throws `unexpected_shape` when they contain no teams, because
 * a season without teams must not replace a stored one.
 */
export function translateSeason(responses: readonly unknown[], requested: RequestedSeason): LeagueSeason {
  const bodies = responses.filter((json) => !isEmptyHistory(json)).map((json) => readBody(json, requested))
  const body = mergeBodies(bodies)
  const entries = body.teams ?? []
  if (entries.length === 0) throw new ProviderError('unexpected_shape', 'teams: no teams found')
  const settings = settingsOf(body)
  const format = scoringFormatOf(settings.scoringType)
  const members = membersOf(body.members ?? [])
  const memberIds = new Set(members.map(({ memberId }) => memberId))
  const reported = entries.map((entry) => teamOf(entry, format, memberIds))
  const calendar = calendarOf(body)
  const progress = progressOf(body, calendar)
  const unknown = unknownOwners(reported, memberIds)
  const teamIds = new Set(reported.map((team) => team.teamId))
  const isElimination = format === 'elimination'
  const weeklyScores =
    format === 'total_points' || isElimination ? weeklyScoresOf(body.schedule ?? [], teamIds) : []
  const context = { calendar, progress, teamIds, format }
  const { games, findings } = gamesOf(isElimination ? [] : (body.schedule ?? []), context)
  const hasResults = games.some(({ result }) => isDecided(result))
  const teams = isElimination
    ? withEliminations(reported, weeklyScores)
    : progress.isFinished && !hasResults
      ? withoutEmptyTotals(reported)
      : reported
  return {
    providerLeagueId: requested.leagueId,
    season: requested.season,
    ...settings,
    hasFineScores: scoresOf(body).some(isFinerThanHundredths),
    size: body.settings?.size ?? teams.length,
    calendar,
    progress,
    previousSeasons: otherSeasons(body, requested.season),
    members: [...members, ...unknown.members],
    teams,
    games,
    weeklyScores,
    findings: [
      ...missingDataFindings(body),
      ...formatFindings(settings.scoringType),
      ...seedingFindings(body),
      ...(hasMatchups(format) ? missingRecordFindings('ESPN', namesWithoutRecord(entries)) : []),
      ...missingCommissionerFindings(body.members ?? []),
      ...unknown.findings,
      ...findings,
    ],
  }
}

/**
 * Seasons that ESPN has imported from NFL.com have names and final ranks, no games, and 0 for every record and total. What
 * it does not have is unknown.
 */
function withoutEmptyTotals(teams: readonly SeasonTeam[]): SeasonTeam[] {
  const isEmpty = ({ record, pointsFor, pointsAgainst }: SeasonTeam) =>
    countResults(record) === 0 && !pointsFor && !pointsAgainst
  return teams.every(isEmpty)
    ? teams.map((team) => ({ ...team, record: null, pointsFor: null, pointsAgainst: null }))
    : [...teams]
}

/** ESPN does not say when a team was out: its last week with a score, if others have scored later. */
function withEliminations(teams: readonly SeasonTeam[], scores: readonly WeeklyScore[]): SeasonTeam[] {
  const scored = scores.filter(({ points }) => points !== 0)
  const lastWeek = Math.max(0, ...scored.map(({ week }) => week))
  return teams.map((team) => {
    const own = Math.max(0, ...scored.filter(({ teamId }) => teamId === team.teamId).map(({ week }) => week))
    return { ...team, eliminatedWeek: own === lastWeek ? null : own }
  })
}

function namesWithoutRecord(entries: readonly TeamEntry[]): string[] {
  return entries.filter(({ record }) => record?.overall?.wins == null).map(teamNameOf)
}

function settingsOf({ settings }: LeagueBody) {
  const enhancement = settings?.scoringSettings?.scoringEnhancementType
  const draftDate = settings?.draftSettings?.date ?? 0
  return {
    name: normalizeWhitespace(settings?.name) || null,
    isPublic: settings?.isPublic ?? null,
    scoringType: normalizeWhitespace(settings?.scoringSettings?.scoringType) || null,
    // Sent since the option exists.
    hasMedianGame: enhancement == null ? null : enhancement === 'WIN_BONUS_TOP_HALF',
    // The provider has no such leagues.
    isBestBall: false,
    seeding: seedingOf(settings?.scheduleSettings),
    draftAt: draftDate > 0 ? new Date(draftDate) : null,
  }
}

const TIE_BREAKER_OF_RULE: Readonly<Record<string, TieBreaker>> = {
  TOTAL_POINTS_SCORED: 'points_for',
  H2H_RECORD: 'head_to_head',
  INTRA_DIVISION_RECORD: 'division_record',
  TOTAL_POINTS_AGAINST: 'points_against',
}

/** Reports a rule for playoff seeds that is not known here. The seeds of the host are right all the same. */
function seedingFindings({ settings }: LeagueBody): Finding[] {
  const rule = settings?.scheduleSettings?.playoffSeedingRule
  if (rule == null || TIE_BREAKER_OF_RULE[rule] !== undefined) return []
  const detail = `ESPN's rule for playoff seeds, ${rule}, is not known. Until the seeds are set, ties are shown in the order of points.`
  return [finding('unknown_rule', detail)]
}

function seedingOf(
  schedule: NonNullable<LeagueBody['settings']>['scheduleSettings'],
): SeedingSettings | null {
  if (schedule == null) return null
  return {
    tieBreaker: TIE_BREAKER_OF_RULE[schedule.playoffSeedingRule ?? ''] ?? null,
    // Older bodies don't have it.
    isReseeded: schedule.playoffReseed ?? null,
    divisions: (schedule.divisions ?? []).flatMap(({ id, name }) =>
      id == null ? [] : [{ divisionId: id, name: normalizeWhitespace(name) || null }],
    ),
  }
}

/** The final scores of a body. Projections are always finer than hundredths. */
function scoresOf({ teams, schedule }: LeagueBody): number[] {
  const sides = (schedule ?? []).flatMap(({ home, away }) => [home, away])
  return [
    ...(teams ?? []).flatMap(({ record }) => [record?.overall?.pointsFor, record?.overall?.pointsAgainst]),
    ...sides.map((side) => side?.totalPoints),
  ].filter((score) => score != null)
}

/** The history endpoint includes the season itself in its list. */
function otherSeasons(body: LeagueBody, season: number): number[] {
  const others = new Set(body.status?.previousSeasons)
  others.delete(season)
  return [...others].sort((a, b) => a - b)
}

function missingDataFindings(body: LeagueBody): Finding[] {
  const schedule = body.settings?.scheduleSettings
  const hasCalendar = schedule?.matchupPeriodCount != null && schedule.matchupPeriods != null
  const detail = "ESPN didn't send the length of the regular season or the weeks of its matchups."
  return [
    ...(hasCalendar ? [] : [finding('missing_settings', detail)]),
    ...(body.schedule == null ? [finding('missing_schedule', "ESPN didn't send a schedule.")] : []),
  ]
}

/**
 * Merges several bodies of one season. Values of an earlier body take precedence, and later bodies fill the
 * gaps. Members and games of all bodies are combined. Teams come from the first body that has any, because a
 * league can shrink between two requests.
 */
function mergeBodies(bodies: readonly LeagueBody[]): LeagueBody {
  return bodies.reduce<LeagueBody>(mergeTwo, {})
}

function mergeTwo(first: LeagueBody, second: LeagueBody): LeagueBody {
  const knownTeams = new Set(first.teams?.map((team) => team.id))
  const teams = first.teams?.length ? second.teams?.filter((team) => knownTeams.has(team.id)) : second.teams
  const games = new Map(first.schedule?.map((game) => [game.id, game]))
  const schedule = second.schedule?.filter((game) => isSamePairing(games.get(game.id) ?? game, game))
  return fillGaps(first, { ...second, teams, schedule })
}

/** When a schedule is regenerated, the same IDs refer to other games. */
function isSamePairing(first: GameEntry, second: GameEntry): boolean {
  return first.home?.teamId === second.home?.teamId && first.away?.teamId === second.away?.teamId
}

/** Returns `first` with its gaps filled from `second`. Lists of objects with an `id` are merged by it. */
function fillGaps<T>(first: T, second: unknown): T {
  if (first == null) return second as T
  if (Array.isArray(first)) return (Array.isArray(second) ? fillListGaps(first, second) : first) as T
  if (typeof first !== 'object' || typeof second !== 'object' || second === null) return first
  if (Array.isArray(second)) return first
  const filled = Object.entries(second).map(([key, value]) => [key, fillGaps(first[key as keyof T], value)])
  return { ...first, ...Object.fromEntries(filled) } as T
}

function fillListGaps(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  if (!first.every(hasId) || !second.every(hasId)) return first
  const byId = new Map(second.map((each) => [each.id, each]))
  const firstIds = new Set(first.map((each) => each.id))
  return [
    ...first.map((each) => fillGaps(each, byId.get(each.id))),
    ...second.filter((each) => !firstIds.has(each.id)),
  ]
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value && value.id != null
}
