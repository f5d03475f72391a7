import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type {
  Finding,
  Game,
  GameResult,
  GameSide,
  LeagueSeason,
  MatchupPeriod,
  Member,
  SeasonCalendar,
  SeasonProgress,
  SeasonTeam,
} from '@fieldhouse/domain/seasons/season'
import { groupGameFindings } from '@fieldhouse/domain/seasons/season-check'
import { byElimination, countResults, winPercentage } from '@fieldhouse/domain/seasons/standings'
import { SLEEPER_CDN } from '../../images/image-paths.ts'
import { normalizeWhitespace } from '../fields.ts'
import { ProviderError } from '../http/attempts.ts'
import {
  finding,
  formatFindings,
  missingRecordFindings,
  unknownMember,
  unknownTeamFinding,
} from '../league-provider.ts'
import { draftDateOf } from './archive.ts'
import type { BracketRow, DraftEntry, LeagueBody, MatchupRow, RosterEntry, UserEntry } from './bodies.ts'
import {
  calendarOf,
  hasPoints,
  keyOfPair,
  lastScoredWeek,
  type Pair,
  pairsOf,
  progressOf,
  type WeekRows,
} from './calendar.ts'
import { type Brackets, byesOf, declaredWinner, deriveWinners, finalRanks, findRow } from './playoffs.ts'

export type SeasonBodies = {
  league: LeagueBody
  users: readonly UserEntry[]
  rosters: readonly RosterEntry[]
  brackets: Brackets
  weeks: readonly WeekRows[]
  drafts: readonly DraftEntry[]
}

/**
 * Standings are the host's totals and games come from the weeks, so they can differ. Throws `unexpected_shape` without
 * rosters, because a season without teams must not replace a stored one.
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
  const withoutRecord = rosters.filter(({ settings }) => settings?.wins == null)
  const namesWithoutRecord = withoutRecord.map(({ roster_id: id }) => `Team ${id}`)
  /** Whether a team has played, or it is not known whether it has. */
  const hasResults = ({ record }: UnrankedTeam) => record === null || countResults(record) > 0
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
      ...(hasBegun && !isElimination ? missingRecordFindings('Sleeper', namesWithoutRecord) : []),
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
function weeklyScoresOf(weeks: readonly WeekRows[], teams: readonly UnrankedTeam[], lastScoredWeek: number) {
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
function seedingOf({ settings, metadata }: LeagueBody, teams: readonly Pick<SeasonTeam, 'divisionId'>[]) {
  const divisionIds = [...new Set(teams.map(({ divisionId }) => divisionId))].filter((id) => id !== null)
  return {
    tieBreaker: 'points_for_and_against' as const,
    isReseeded: settings?.playoff_seed_type === 1,
    divisions: divisionIds
      .sort((a, b) => a - b)
      .map((divisionId) => {
        const name = metadata?.[`division_${divisionId}`]
        return { divisionId, name: (typeof name === 'string' && normalizeWhitespace(name)) || null }
      }),
  }
}

function withBrackets(weeks: readonly WeekRows[], context: GameContext, order: readonly number[]) {
  const read = gamesOf(weeks, context)
  if (context.brackets.winners.length > 0) return { ...read, brackets: context.brackets }
  const playoffs = read.games.filter(({ bracket }) => bracket !== 'regular')
  const winners = deriveWinners(playoffs, order, context.calendar.playoffTeams ?? 0)
  const brackets = { ...context.brackets, winners }
  return { ...gamesOf(weeks, { ...context, brackets }), brackets }
}

/** The value of `settings.type` for a "Chopped" league: the lowest score of each week is out. */
const ELIMINATION_TYPE = 3

function isEliminationLeague({ settings }: LeagueBody): boolean {
  return settings?.type === ELIMINATION_TYPE
}

type UnrankedTeam = Omit<SeasonTeam, 'playoffSeed' | 'finalRank'>

/** A team of the season. Records and points are the host's totals, which the games may not add up to. */
function teamOf(roster: RosterEntry, users: ReadonlyMap<string, UserEntry>, league: LeagueBody) {
  const ownerIds = [...new Set([roster.owner_id, ...(roster.co_owners ?? [])].filter((id) => id != null))]
  const primaryOwner = users.get(roster.owner_id ?? '')
  const { settings } = roster
  const isElimination = isEliminationLeague(league)
  return {
    teamId: roster.roster_id,
    name:
      normalizeWhitespace(primaryOwner?.metadata?.team_name) ||
      normalizeWhitespace(primaryOwner?.display_name) ||
      `Team ${roster.roster_id}`,
    abbrev: '',
    logo: logoOf(primaryOwner),
    // A league that gives up its divisions leaves their numbers in the rosters.
    divisionId: (league.settings?.divisions ?? 0) > 0 ? (settings?.division ?? null) : null,
    record:
      isElimination || settings?.wins == null
        ? null
        : { wins: settings.wins, losses: settings.losses ?? 0, ties: settings.ties ?? 0 },
    pointsFor: totalOf(settings?.fpts, settings?.fpts_decimal),
    pointsAgainst: isElimination ? null : totalOf(settings?.fpts_against, settings?.fpts_against_decimal),
    eliminatedWeek: isElimination && (settings?.eliminated ?? 0) > 0 ? (settings?.eliminated ?? null) : null,
    ownerIds,
    primaryOwnerId: ownerIds[0] ?? null,
  }
}

/** A total is sent in two parts, the second in hundredths. null if the host does not send it. */
function totalOf(whole: number | null | undefined, hundredths: number | null | undefined): Points | null {
  if (whole == null) return null
  return (pointsFromDecimal(whole) + Math.sign(whole || 1) * (hundredths ?? 0)) as Points
}

/** A team's own picture, otherwise its owner's. null for an address on another host. */
function logoOf(user: UserEntry | undefined): string | null {
  const own = normalizeWhitespace(user?.metadata?.avatar)
  if (URL.canParse(own) && new URL(own).origin === SLEEPER_CDN) return new URL(own).href
  const avatar = user?.avatar ?? ''
  return /^[\w-]{4,64}$/.test(avatar) ? `${SLEEPER_CDN}/avatars/thumbs/${avatar}` : null
}

function membersOf(users: readonly UserEntry[], teams: readonly UnrankedTeam[]) {
  const members = new Map<string, Member>()
  for (const { user_id: memberId, display_name, is_owner } of users) {
    if (memberId == null || members.has(memberId)) continue
    const unknown = unknownMember(memberId)
    const name = normalizeWhitespace(display_name) || unknown.name
    members.set(memberId, { ...unknown, name, isManager: is_owner ?? false })
  }
  const findings: Finding[] = []
  for (const team of teams) {
    for (const memberId of team.ownerIds.filter((id) => !members.has(id))) {
      members.set(memberId, unknownMember(memberId))
      findings.push(finding('unknown_owner', `Sleeper didn't identify an owner of ${team.name}.`))
    }
  }
  return { members: [...members.values()], findings }
}

/**
 * The teams in the order of the standings: by win percentage, points for, and more points against, as the host does,
 * with the winners of divisions first. Teams that the given bracket starts with, and those with a bye before them, come
 * first, because a commissioner can set them.
 */
function standingsOrder(teams: readonly UnrankedTeam[], winners: readonly BracketRow[]): UnrankedTeam[] {
  const ordered = teams.toSorted(byRecord)
  const divisionLeaders = new Set(
    [...new Set(ordered.map(({ divisionId }) => divisionId))]
      .filter((divisionId) => divisionId !== null)
      .map((divisionId) => ordered.find((team) => team.divisionId === divisionId)?.teamId),
  )
  const inRound = (first: boolean) =>
    new Set(winners.filter(({ r }) => (r === 1) === first).flatMap(({ t1, t2 }) => [t1, t2]))
  const [opening, later] = [inRound(true), inRound(false)]
  const tierOf = ({ teamId }: UnrankedTeam) => (opening.has(teamId) ? 1 : later.has(teamId) ? 0 : 2)
  const leads = ({ teamId }: UnrankedTeam) => (divisionLeaders.has(teamId) ? 0 : 1)
  return ordered.toSorted((a, b) => tierOf(a) - tierOf(b) || leads(a) - leads(b) || byRecord(a, b))
}

function byRecord(a: UnrankedTeam, b: UnrankedTeam): number {
  return (
    (winPercentage(b.record) ?? 0) - (winPercentage(a.record) ?? 0) ||
    (b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||
    (b.pointsAgainst ?? 0) - (a.pointsAgainst ?? 0) ||
    a.teamId - b.teamId
  )
}

type GameContext = {
  league: LeagueBody
  calendar: SeasonCalendar
  progress: SeasonProgress
  lastScoredWeek: number
  brackets: Brackets
  teamIds: ReadonlySet<number>
}

/** Leaves room for the numbers that Sleeper gives the games of a week, and for byes. */
const IDS_PER_WEEK = 1000
const FIRST_BYE_ID = 500

/** The games of the season. A team without a pair has none, except for byes before its first playoff game. */
function gamesOf(weeks: readonly WeekRows[], context: GameContext): { games: Game[]; findings: Finding[] } {
  const { periods, regularSeasonPeriods } = context.calendar
  const games = periods.flatMap((period) => {
    const round = period.period - (regularSeasonPeriods ?? Infinity)
    const rows = weeks.filter(({ week }) => period.weeks.includes(week))
    // The pairs of playoff weeks to come go on as in the regular season, and mean nothing.
    const known = round > 0 ? rows.filter(({ week }) => week <= (context.progress.currentWeek ?? 0)) : rows
    if (known.length === 0) return []
    return [
      ...groupPairs(known).map((pairs) => gameOf(pairs, period, round, context)),
      ...(round > 0 ? byeGames(known, period, round, context) : []),
    ]
  })
  const isKnown = ({ home, away }: Game) =>
    context.teamIds.has(home.teamId) && (away === null || context.teamIds.has(away.teamId))
  const skipped = games
    .filter((game) => !isKnown(game))
    .map((game) => {
      const unknown = [game.home.teamId, game.away?.teamId].find(
        (id) => id !== undefined && !context.teamIds.has(id),
      )
      return unknownTeamFinding(game, unknown, context.calendar)
    })
  return { games: games.filter(isKnown), findings: groupGameFindings(skipped) }
}

type WeekPair = { week: number; pair: Pair; isPlayed: boolean }

/** The pairs of the same teams. In a round of two weeks, the second week may have other numbers. */
function groupPairs(weeks: readonly WeekRows[]): WeekPair[][] {
  const pairs = weeks.flatMap(({ week, rows }) =>
    pairsOf(rows).map((pair) => ({ week, pair, isPlayed: hasPoints(rows) })),
  )
  return [...Map.groupBy(pairs, ({ pair }) => keyOfPair(pair)).values()]
}

function gameOf(pairs: readonly WeekPair[], period: MatchupPeriod, round: number, context: GameContext) {
  const [{ week, pair }] = pairs as [WeekPair]
  const [homeId, awayId] = [pair[0].roster_id, pair[1].roster_id]
  const found = round > 0 ? findRow(context.brackets, round, [homeId, awayId]) : null
  const isDecided = period.weeks.every(
    (each) => each <= context.lastScoredWeek && pairs.some((other) => other.week === each && other.isPlayed),
  )
  const played = pairs
    .filter(({ isPlayed }) => isPlayed)
    .map((each) => ({ week: each.week, rows: each.pair }))
  const [home, away] = [sideOf(homeId, played, isDecided), sideOf(awayId, played, isDecided)]
  const winner = found === null ? null : declaredWinner(found, context.league)
  return {
    gameId: week * IDS_PER_WEEK + (pair[0].matchup_id ?? 0),
    period: period.period,
    home,
    away,
    result: isDecided ? resultOf(home, away, winner) : 'undecided',
    bracket: round <= 0 ? 'regular' : (found?.bracket ?? 'playoffs'),
    categories: null,
  }
}

/** A bracket can be edited, and decides who wins a tie. Otherwise the scores decide. */
function resultOf(home: GameSide, away: GameSide, winner: number | null): GameResult {
  if (winner === home.teamId) return 'home'
  if (winner === away.teamId) return 'away'
  return home.points === away.points ? 'tie' : home.points > away.points ? 'home' : 'away'
}

function sideOf(teamId: number, weeks: readonly WeekRows[], isDecided: boolean): GameSide {
  const own = rowsOf(teamId, weeks)
  const pointsByWeek = own.map(({ week, row }) => ({ week, points: scoreOf(row) }))
  const total = addPoints(pointsByWeek.map(({ points }) => points))
  return {
    teamId,
    points: isDecided ? total : ZERO_POINTS,
    livePoints: isDecided || own.length === 0 ? null : total,
    projectedPoints: null,
    adjustment: addPoints(
      own.map(({ row }) => (scoreOf(row) - scoreOf({ ...row, custom_points: null })) as Points),
    ),
    pointsByWeek,
  }
}

function rowsOf(teamId: number, weeks: readonly WeekRows[]) {
  return weeks.flatMap(({ week, rows }) =>
    rows.filter((row) => row.roster_id === teamId).map((row) => ({ week, row })),
  )
}

/** The score of a team in a week. A commissioner's score replaces the one of its starters. */
function scoreOf({ points, custom_points }: MatchupRow): Points {
  return pointsFromDecimal(custom_points ?? points ?? 0)
}

function byeGames(
  weeks: readonly WeekRows[],
  period: MatchupPeriod,
  round: number,
  { brackets }: GameContext,
): Game[] {
  return byesOf(brackets.winners, round).flatMap((teamId) => {
    const [first] = weeks
    if (first === undefined || rowsOf(teamId, weeks).some(({ row }) => row.matchup_id != null)) return []
    const home = { ...sideOf(teamId, weeks, true), adjustment: ZERO_POINTS }
    const gameId = first.week * IDS_PER_WEEK + FIRST_BYE_ID + teamId
    const bye = { home, away: null, result: 'undecided', bracket: 'winners', categories: null } as const
    return [{ gameId, period: period.period, ...bye }]
  })
}
