import { addPoints, type Points, ZERO_POINTS } from '../points.ts'

/** One season of a league. Every provider's response is converted to this type. */
export type LeagueSeason = {
  providerLeagueId: string
  season: number
  name: string | null
  isPublic: boolean | null
  /** The provider's value, such as `H2H_POINTS`; null if unknown. */
  scoringType: string | null
  /** Whether each team also plays the median score of the week, which counts in its record; null if unknown. */
  hasMedianGame: boolean | null
  /** Whether the provider starts the best players of each roster by itself, so that nobody sets a lineup. */
  isBestBall: boolean
  /** Whether the provider's scores have more than two decimals, so that sums of the rounded scores are inexact. */
  hasFineScores: boolean
  seeding: SeedingSettings | null
  draftAt: Date | null
  size: number
  calendar: SeasonCalendar
  progress: SeasonProgress
  /** Other seasons that the provider lists, oldest first. */
  previousSeasons: number[]
  members: Member[]
  teams: SeasonTeam[]
  games: Game[]
  /** The scores of a league without matchups. Otherwise the games contain them. */
  weeklyScores: WeeklyScore[]
  findings: Finding[]
}

export type SeedingSettings = {
  tieBreaker: TieBreaker | null
  /** Whether the best seed left always plays the worst one; null if unknown. */
  isReseeded: boolean | null
  divisions: { divisionId: number; name: string | null }[]
}

/**
 * What decides first between teams with the same record. `points_for_and_against` is a list of its own, without the
 * games between the teams.
 */
export const TIE_BREAKERS = [
  'points_for',
  'head_to_head',
  'division_record',
  'points_against',
  'points_for_and_against',
] as const

export type TieBreaker = (typeof TIE_BREAKERS)[number]

export type WeeklyScore = { teamId: number; week: number; points: Points }

export type ProviderSeasons = {
  /** Newest first. A listed season can still turn out to be empty or inaccessible. */
  seasons: number[]
  denied: number[]
}

/** When the matchups of a season are played. A matchup period is not an NFL week. */
export type SeasonCalendar = {
  regularSeasonPeriods: number | null
  /** Every matchup period in order, each with its NFL weeks in ascending order. */
  periods: MatchupPeriod[]
  playoffTeams: number | null
}

export type MatchupPeriod = { period: number; weeks: number[] }

export type SeasonProgress = {
  isDrafted: boolean
  /** Whether every game that counts has been played. */
  isFinished: boolean
  /** Clamped to the season; null if the calendar is unknown. */
  currentPeriod: number | null
  /** NFL week, clamped to the season; null if unknown and before the draft. */
  currentWeek: number | null
  finalWeek: number | null
}

/** A person, identified by the provider's account ID, because names change. */
export type Member = {
  memberId: string
  /** 'First Last', otherwise the provider's display name; never empty. */
  name: string
  isManager: boolean
  isCreator: boolean
}

export type TeamRecord = { wins: number; losses: number; ties: number }

export const UNKNOWN_RECORD = { wins: null, losses: null, ties: null } as const

export type SeasonTeam = {
  /** The provider's ID of the team within the league. Not always consecutive. */
  teamId: number
  name: string
  abbrev: string
  /** An external https or http URL; null without a logo. */
  logo: string | null
  divisionId: number | null
  /** Of the regular season, as are the points. null if unknown, and in a season without games between two teams. */
  record: TeamRecord | null
  pointsFor: Points | null
  /** null if unknown, and in a season without games between two teams. */
  pointsAgainst: Points | null
  /** null until the provider assigns seeds. */
  playoffSeed: number | null
  /** 1 is the champion; null until the season is over. */
  finalRank: number | null
  /** The NFL week after which the team was out of an elimination league; null if it was not. */
  eliminatedWeek?: number | null
  /** Account IDs, including the primary owner. Empty for a team without an owner. */
  ownerIds: string[]
  primaryOwnerId: string | null
  /** The players on the trade block at the provider, by player ID. Missing if it has none or does not say. */
  tradeBlock?: Readonly<Record<string, TradeBlockStatus>>
}

/** `untouchable`: the team does not give the player away. */
export type TradeBlockStatus = 'offered' | 'untouchable'

export type DecidedResult = 'home' | 'away' | 'tie'

/** `undecided`: to come or in progress. `not_played`: its weeks are over, and nobody has scored. */
export const GAME_RESULTS = ['home', 'away', 'tie', 'undecided', 'not_played'] as const
export type GameResult = (typeof GAME_RESULTS)[number]

export function isDecided(result: GameResult): result is DecidedResult {
  return result !== 'undecided' && result !== 'not_played'
}

export const BRACKETS = [
  'regular',
  'winners',
  'winners consolation',
  'losers consolation',
  'playoffs',
] as const
export type Bracket = (typeof BRACKETS)[number]

export type GameSide = {
  teamId: number
  /** The final score, over all weeks of the matchup period. */
  points: Points
  /** null unless the game is in progress. */
  livePoints: Points | null
  /** Projected final score until the game is decided; null otherwise. */
  projectedPoints: Points | null
  /** A commissioner's adjustment. It may or may not be part of `points`. */
  adjustment: Points
  pointsByWeek: { week: number; points: Points }[]
}

export type Game = {
  gameId: number
  period: number
  home: GameSide
  /** null for a bye, which does not count as a game. */
  away: GameSide | null
  /** The provider's result. Never recomputed if the provider has one. */
  result: GameResult
  bracket: Bracket
  /** null in leagues that do not play in categories, and if unknown. */
  categories: CategoryCounts | null
}

export type CategoryCounts = { home: number; away: number; ties: number }

export type Finding = {
  code:
    | 'result_from_totals'
    | 'unknown_owner'
    | 'unknown_team'
    | 'missing_settings'
    | 'missing_schedule'
    | 'missing_record'
    | 'commissioner_unknown'
    | 'missing_lineups'
    | 'unreadable_transactions'
    | 'lineup_total'
    | 'lineup_score'
    | 'wins_and_losses'
    | 'points_for_and_against'
    | 'record'
    | 'points_for'
    | 'champion_unknown'
    | 'regular_season_from_records'
    | 'regular_season_unknown'
    | 'unknown_format'
    | 'unknown_rule'
    | 'zeros_not_taken'
    | 'scores_not_taken'
  detail: string
  week: number | null
  gameId: number | null
}

/**
 * The final rank, otherwise the playoff seed, otherwise null. Never computed from the record. Source: decisions, 5
 * "Rank".
 */
export function displayRank(team: Pick<SeasonTeam, 'finalRank' | 'playoffSeed'>): number | null {
  return team.finalRank ?? team.playoffSeed
}

export function displayPoints(side: Pick<GameSide, 'points' | 'livePoints'>, result: GameResult): Points {
  return result === 'undecided' && side.livePoints !== null ? side.livePoints : side.points
}

/**
 * The score of a side in each week of a game, with a commissioner's adjustment where the total contains it. The provider
 * leaves out weeks without points, and some files have only totals. In a decided game, the only week of a period has the
 * total; of a longer period, the missing weeks have no points if the others add up to the total, and the last week has
 * the adjustment.
 */
export function weeklyPoints(
  { period, away, result }: Pick<Game, 'period' | 'away' | 'result'>,
  { points, adjustment, pointsByWeek }: Pick<GameSide, 'points' | 'adjustment' | 'pointsByWeek'>,
  { periods }: Pick<SeasonCalendar, 'periods'>,
): GameSide['pointsByWeek'] {
  const weeks = periods.find((each) => each.period === period)?.weeks ?? []
  const [first] = weeks
  if (away === null || !isDecided(result) || first === undefined) return pointsByWeek
  if (weeks.length === 1) return [{ week: first, points }]
  const sum = addPoints(pointsByWeek.map((score) => score.points))
  const isAdjusted = adjustment !== 0 && addPoints([sum, adjustment]) === points
  if (sum !== points && !isAdjusted) return pointsByWeek
  const last = Math.max(...weeks)
  return weeks
    .map((week) => {
      const scored = pointsByWeek.find((score) => score.week === week)?.points ?? ZERO_POINTS
      return { week, points: isAdjusted && week === last ? addPoints([scored, adjustment]) : scored }
    })
    .sort((a, b) => a.week - b.week)
}

export function outcomeFor(side: 'home' | 'away', result: DecidedResult): keyof TeamRecord {
  if (result === 'tie') return 'ties'
  return result === side ? 'wins' : 'losses'
}

/** Every season of a league that is stored or that the provider lists in a stored one, oldest first. */
export function knownSeasons(
  stored: readonly { season: number; previousSeasons: readonly number[] }[],
): number[] {
  const seasons = stored.flatMap(({ season, previousSeasons }) => [season, ...previousSeasons])
  return [...new Set(seasons)].sort((a, b) => a - b)
}

export function periodOfWeek(calendar: Pick<SeasonCalendar, 'periods'>, week: number): number | null {
  return calendar.periods.find(({ weeks }) => weeks.includes(week))?.period ?? null
}

/**
 * The matchup period that the number of a week stands for: the period with this number, otherwise the one that the NFL
 * week is part of. The number itself if the season has neither.
 */
export function periodOfNumber(calendar: Pick<SeasonCalendar, 'periods'>, week: number): number {
  const isPeriod = calendar.periods.some(({ period }) => period === week)
  return isPeriod ? week : (periodOfWeek(calendar, week) ?? week)
}

/** The NFL season at a moment. A season begins on March 1 (UTC). Source: decisions, 5 "current season". */
export function seasonAt(moment: Date): number {
  return moment.getUTCMonth() >= 2 ? moment.getUTCFullYear() : moment.getUTCFullYear() - 1
}

/**
 * The names of the league's managers, otherwise of its creators, separated by commas. null if the provider
 * names neither. Source: decisions, 5 "commissioner".
 */
export function commissionerOf(members: readonly Member[]): string | null {
  const managers = members.filter((member) => member.isManager)
  const commissioners = managers.length > 0 ? managers : members.filter((member) => member.isCreator)
  return commissioners.length > 0 ? commissioners.map((member) => member.name).join(', ') : null
}
