import { isFinerThanHundredths } from '@fieldhouse/domain/points'
import { hasMatchups, type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type Finding,
  isDecided,
  type LeagueSeason,
  type MatchupPeriod,
  type Member,
  periodOfWeek,
  type SeasonCalendar,
  type SeasonProgress,
  type SeasonTeam,
  type TieBreaker,
  type TradeBlockStatus,
  type WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import { countResults } from '@fieldhouse/domain/seasons/standings'
import { isFirst, normalizeWhitespace, pointsOf } from '../fields.ts'
import { ProviderError } from '../http/attempts.ts'
import { finding, formatFindings, missingRecordFindings, unknownMember } from '../league-provider.ts'
import {
  type GameEntry,
  isEmptyHistory,
  type LeagueBody,
  type MemberEntry,
  type RequestedSeason,
  readBody,
  type TeamEntry,
} from './bodies.ts'
import { gamesOf, weeklyScoresOf } from './games.ts'

/**
 * Translates a season from the bodies of one or more requests with different views. If two bodies have the
 * same field, the earlier one takes precedence. Throws `unexpected_shape` when they contain no teams, because
 * a season without teams must not replace a stored one.
 */
export function translateSeason(responses: readonly unknown[], requested: RequestedSeason): LeagueSeason {
  const bodies = responses.filter((json) => !isEmptyHistory(json)).map((json) => readBody(json, requested))
  const body = bodies.reduce<LeagueBody>(mergeBodies, {})
  const entries = body.teams ?? []
  if (entries.length === 0) throw new ProviderError('unexpected_shape', 'teams: no teams found')
  const settings = settingsOf(body)
  const format = scoringFormatOf(settings.scoringType)
  const members = (body.members ?? []).filter(isFirst(({ id }) => id)).map(memberOf)
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
  const withoutRecord = entries.filter(({ record }) => record?.overall?.wins == null)
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
    // The history endpoint includes the season itself in its list.
    previousSeasons: [...new Set(body.status?.previousSeasons)]
      .filter((season) => season !== requested.season)
      .sort((a, b) => a - b),
    members: [...members, ...unknown.members],
    teams,
    games,
    weeklyScores,
    findings: [
      ...missingDataFindings(body),
      ...formatFindings(settings.scoringType),
      ...seedingFindings(body),
      ...(hasMatchups(format) ? missingRecordFindings('ESPN', withoutRecord.map(teamNameOf)) : []),
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

function seedingOf(schedule: NonNullable<LeagueBody['settings']>['scheduleSettings']) {
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
 * Merges two bodies of one season. Values of the first body take precedence, and the second one fills the gaps. Members
 * and games of both are combined. Teams come from the first body that has any, because a league can shrink between two
 * requests.
 */
function mergeBodies(first: LeagueBody, second: LeagueBody): LeagueBody {
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

/**
 * Without settings, the periods come from the schedule, each with the NFL weeks that have scores. Without weekly
 * scores, each period is one week if there are as many of both.
 */
function calendarOf(body: LeagueBody): SeasonCalendar {
  const schedule = body.settings?.scheduleSettings
  const periods = Object.entries(schedule?.matchupPeriods ?? {}).map(([period, weeks]) =>
    toPeriod(Number(period), weeks),
  )
  return {
    regularSeasonPeriods: schedule?.matchupPeriodCount ?? null,
    periods: (periods.length > 0 ? periods : scheduledPeriods(body)).sort((a, b) => a.period - b.period),
    playoffTeams: schedule?.playoffTeamCount ?? null,
  }
}

function scheduledPeriods(body: LeagueBody): MatchupPeriod[] {
  const games = Map.groupBy(body.schedule ?? [], ({ matchupPeriodId }) => matchupPeriodId)
  const periods = [...games].map(([period, ofPeriod]) => {
    const sides = ofPeriod.flatMap(({ home, away }) => [home, away])
    const scoredWeeks = sides.flatMap((side) => Object.keys(side?.pointsByScoringPeriod ?? {})).map(Number)
    return toPeriod(period, scoredWeeks.filter(Number.isInteger))
  })
  const finalWeek = body.status?.finalScoringPeriod ?? 0
  const hasWeeklyScores = periods.some(({ weeks }) => weeks.length > 0)
  const hasOneWeekPeriods = !hasWeeklyScores && finalWeek > 0 && Math.max(...games.keys()) === finalWeek
  return hasOneWeekPeriods ? periods.map(({ period }) => ({ period, weeks: [period] })) : periods
}

/** A body may list the weeks in any order and more than once. */
function toPeriod(period: number, weeks: readonly number[]): MatchupPeriod {
  return { period, weeks: [...new Set(weeks)].sort((a, b) => a - b) }
}

/**
 * Weeks and periods are clamped because ESPN keeps counting after the end of the season. When a history body has 0 for
 * them, they come from the calendar and the schedule.
 */
function progressOf(body: LeagueBody, calendar: SeasonCalendar): SeasonProgress {
  const isFinished = hasEnded(body)
  const isDrafted = isFinished || (body.draftDetail?.drafted ?? latestWeekOf(body) > 0)
  const scheduled = (body.schedule ?? []).map((game) => game.matchupPeriodId)
  // The settings can have more periods than the schedule.
  const lastPeriod = isFinished && scheduled.length > 0 ? Math.max(...scheduled) : Infinity
  const periods = calendar.periods.filter(({ period }) => period <= lastPeriod)
  const final = body.status?.finalScoringPeriod ?? 0
  const finalWeek = final > 0 ? final : (weeksOf(periods).at(-1) ?? null)
  const currentWeek = isDrafted ? currentWeekOf(body, periods, { isFinished, finalWeek }) : null
  const currentPeriod = currentPeriodOf(body, periods, { isFinished, currentWeek })
  return { isDrafted, isFinished, currentPeriod, currentWeek, finalWeek }
}

/** A season is over after its final week, which may be 0 in a history body, or once it has final ranks. */
function hasEnded(body: LeagueBody): boolean {
  const final = body.status?.finalScoringPeriod ?? 0
  if (final > 0 && latestWeekOf(body) > final) return true
  return (body.teams ?? []).some((team) => (team.rankCalculatedFinal ?? 0) > 0)
}

function latestWeekOf(body: LeagueBody): number {
  return body.status?.latestScoringPeriod ?? 0
}

function currentWeekOf(
  body: LeagueBody,
  periods: readonly MatchupPeriod[],
  { isFinished, finalWeek }: Pick<SeasonProgress, 'isFinished' | 'finalWeek'>,
): number | null {
  if (isFinished) return finalWeek
  const latest = latestWeekOf(body)
  if (latest <= 0) return null
  const [firstWeek = 1] = weeksOf(periods)
  return Math.max(firstWeek, Math.min(latest, finalWeek ?? latest))
}

function currentPeriodOf(
  body: LeagueBody,
  periods: readonly MatchupPeriod[],
  { isFinished, currentWeek }: Pick<SeasonProgress, 'isFinished' | 'currentWeek'>,
): number | null {
  const first = periods[0]?.period
  const last = periods.at(-1)?.period
  if (first === undefined || last === undefined) return null
  const reported = body.status?.currentMatchupPeriod ?? 0
  if (reported > 0) return Math.max(first, Math.min(reported, last))
  if (isFinished) return last
  return (currentWeek === null ? null : periodOfWeek({ periods: [...periods] }, currentWeek)) ?? first
}

function weeksOf(periods: readonly MatchupPeriod[]): number[] {
  return periods.flatMap((period) => period.weeks).sort((a, b) => a - b)
}

/** `memberIds` are the accounts of the league's members; empty if the response did not contain them. */
function teamOf(entry: TeamEntry, format: ScoringFormat, memberIds: ReadonlySet<string>): SeasonTeam {
  const overall = entry.record?.overall
  return {
    teamId: entry.id,
    name: teamNameOf(entry),
    abbrev: normalizeWhitespace(entry.abbrev),
    logo: toWebUrl(entry.logo),
    divisionId: entry.divisionId ?? null,
    record:
      overall?.wins == null || format === 'elimination'
        ? null
        : { wins: overall.wins, losses: overall.losses ?? 0, ties: overall.ties ?? 0 },
    // Without games, the record has no points.
    pointsFor: pointsOf((hasMatchups(format) ? null : entry.points) ?? overall?.pointsFor),
    pointsAgainst: format === 'elimination' ? null : pointsOf(overall?.pointsAgainst),
    playoffSeed: rankOf(entry.playoffSeed),
    finalRank: rankOf(entry.rankCalculatedFinal),
    ...ownersOf(entry, memberIds),
    ...tradeBlockOf(entry),
  }
}

const BLOCK_STATUSES: Readonly<Record<string, TradeBlockStatus>> = {
  ON_THE_BLOCK: 'offered',
  UNTOUCHABLE: 'untouchable',
}

/** More than any roster has. */
const MAX_BLOCK = 100

function tradeBlockOf({ tradeBlock }: TeamEntry): Pick<SeasonTeam, 'tradeBlock'> {
  const known = Object.entries(tradeBlock?.players ?? {}).flatMap(([id, text]) => {
    const status = BLOCK_STATUSES[text ?? '']
    return status === undefined || !/^-?\d{1,10}$/.test(id) ? [] : [[id, status] as const]
  })
  return known.length === 0 ? {} : { tradeBlock: Object.fromEntries(known.slice(0, MAX_BLOCK)) }
}

/** Which name fields a body has depends on when it was requested, not on the season. */
function teamNameOf({ id, name, location, nickname }: TeamEntry): string {
  return (
    normalizeWhitespace(name) || normalizeWhitespace(`${location ?? ''} ${nickname ?? ''}`) || `Team ${id}`
  )
}

/**
 * The primary owner comes first, then the others by account ID, since ESPN's order changes between seasons. A primary
 * owner can have left the league: the first owner who is a member comes before one who is not.
 */
function ownersOf({ owners, primaryOwner }: TeamEntry, memberIds: ReadonlySet<string>) {
  const listed = [...new Set(owners)].sort()
  const candidates = primaryOwner ? [primaryOwner, ...listed] : listed
  const first = candidates.find((id) => memberIds.has(id)) ?? candidates[0]
  const ownerIds = first === undefined ? [] : [first, ...listed.filter((id) => id !== first)]
  return { ownerIds, primaryOwnerId: ownerIds[0] ?? null }
}

/** ESPN sends 0 before there is a rank. */
function rankOf(rank: number | null | undefined): number | null {
  return rank && rank > 0 ? rank : null
}

function toWebUrl(text: string | null | undefined): string | null {
  const url = normalizeWhitespace(text)
  return /^https?:/i.test(url) && URL.canParse(url) ? url : null
}

function unknownOwners(teams: readonly SeasonTeam[], memberIds: ReadonlySet<string>) {
  const unknown = teams.flatMap(({ name, ownerIds }) =>
    ownerIds.filter((id) => !memberIds.has(id)).map((ownerId) => ({ name, ownerId })),
  )
  return {
    members: [...new Set(unknown.map(({ ownerId }) => ownerId))].map(unknownMember),
    findings: unknown.map(({ name }) =>
      finding('unknown_owner', `ESPN didn't identify an owner of ${name}.`),
    ),
  }
}

function memberOf({ id, firstName, lastName, displayName, ...entry }: MemberEntry): Member {
  const name = normalizeWhitespace(`${firstName ?? ''} ${lastName ?? ''}`) || normalizeWhitespace(displayName)
  const flags = { isManager: entry.isLeagueManager ?? false, isCreator: entry.isLeagueCreator ?? false }
  return { ...unknownMember(id), ...flags, ...(name === '' ? {} : { name }) }
}

/** Reports missing commissioner flags, which only some views contain. A flag may be false for every member. */
function missingCommissionerFindings(entries: readonly MemberEntry[]): Finding[] {
  const hasFlags = entries.some((entry) => entry.isLeagueManager != null || entry.isLeagueCreator != null)
  return hasFlags ? [] : [finding('commissioner_unknown', "ESPN didn't say who the commissioner is.")]
}
