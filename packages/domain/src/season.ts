import type { Points } from './points.ts'

/** One season of a league as every provider's answer is translated to. */
export type LeagueSeason = {
  /** The provider's number of the league. */
  providerLeagueId: number
  season: number
  /** null where the body did not carry it. */
  name: string | null
  isPublic: boolean | null
  /** The provider's word, such as `H2H_POINTS`; null where unknown. */
  scoringType: string | null
  /** How many teams the league has that season. */
  size: number
  calendar: SeasonCalendar
  progress: SeasonProgress
  /** Other seasons that the provider says it has, oldest first. */
  previousSeasons: number[]
  members: Member[]
  teams: SeasonTeam[]
  games: Game[]
  findings: Finding[]
}

/** When the matchups of a season are played. A matchup period is not an NFL week. */
export type SeasonCalendar = {
  /** Matchup periods of the regular season; null where unknown. */
  regularSeasonPeriods: number | null
  /** Every matchup period in order, each with its NFL weeks in ascending order. */
  periods: MatchupPeriod[]
  playoffTeams: number | null
}

export type MatchupPeriod = { period: number; weeks: number[] }

export type SeasonProgress = {
  isDrafted: boolean
  /** Every game that counts has been played. */
  isFinished: boolean
  /** Clamped to the season; null where the calendar is unknown. */
  currentPeriod: number | null
  /** NFL week, clamped to the season; null before the draft and where unknown. */
  currentWeek: number | null
  /** Last NFL week of the season; null where unknown. */
  finalWeek: number | null
}

/** A person by the provider's account id: names change, the id stays. */
export type Member = {
  memberId: string
  /** 'First Last', else the provider's display name; never empty. */
  name: string
  isManager: boolean
  isCreator: boolean
}

export type TeamRecord = { wins: number; losses: number; ties: number }

export type SeasonTeam = {
  /** The provider's number of the team within the league. Gaps occur. */
  teamId: number
  name: string
  abbrev: string
  /** An https or http address of somebody else's; null where there is none. */
  logo: string | null
  divisionId: number | null
  /** Regular season only. */
  record: TeamRecord
  pointsFor: Points
  pointsAgainst: Points
  /** null until the provider seeds. */
  playoffSeed: number | null
  /** 1 is the champion; null until the season is over. */
  finalRank: number | null
  /** Account ids; empty when nobody owns the team. The primary owner is among them. */
  ownerIds: string[]
  primaryOwnerId: string | null
}

export type GameResult = 'home' | 'away' | 'tie' | 'undecided'

export type Bracket = 'regular' | 'winners' | 'winners consolation' | 'losers consolation' | 'playoffs'

export type GameSide = {
  teamId: number
  /** The final score, over all weeks of the matchup period. */
  points: Points
  /** While the game is played; null otherwise. */
  livePoints: Points | null
  /** Projected final score while the game is open; null otherwise. */
  projectedPoints: Points | null
  /** A commissioner's correction. It may or may not be part of `points`. */
  adjustment: Points
  /** NFL week to score, for the weeks that the provider knows. */
  pointsByWeek: { week: number; points: Points }[]
}

export type Game = {
  gameId: number
  period: number
  home: GameSide
  /** null is a bye, which is no game. */
  away: GameSide | null
  /** The provider's word, never recomputed where it has one. */
  result: GameResult
  bracket: Bracket
}

/** Something about a season that a person should know, such as books that do not balance. */
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
    | 'lineup_total'
    | 'lineup_score'
    | 'wins_and_losses'
    | 'points_for_and_against'
    | 'record'
    | 'points_for'
  /** A sentence for people. */
  detail: string
  week: number | null
  gameId: number | null
}

/**
 * The rank that a table shows: the final rank, else the playoff seed, else none.
 * Source: decisions, 5 "Rank". It is never worked out from the record.
 */
export function displayRank(team: Pick<SeasonTeam, 'finalRank' | 'playoffSeed'>): number | null {
  return team.finalRank ?? team.playoffSeed
}

/**
 * The score that a table shows: the live one while the game is open and has one,
 * else the final one.
 */
export function displayPoints(side: Pick<GameSide, 'points' | 'livePoints'>, result: GameResult): Points {
  return result === 'undecided' && side.livePoints !== null ? side.livePoints : side.points
}

/** The matchup period that is played in an NFL week, or null when there is none. */
export function periodOfWeek(calendar: Pick<SeasonCalendar, 'periods'>, week: number): number | null {
  return calendar.periods.find((each) => each.weeks.includes(week))?.period ?? null
}

/**
 * The NFL season that a moment belongs to. A season begins on 1 March (UTC).
 * Source: decisions, 5 "current season".
 */
export function seasonAt(moment: Date): number {
  return moment.getUTCMonth() >= 2 ? moment.getUTCFullYear() : moment.getUTCFullYear() - 1
}

/**
 * Who runs the league: the managers, else the creators, joined by commas;
 * null when the provider names neither. Source: decisions, 5 "commissioner".
 */
export function commissionerOf(members: readonly Member[]): string | null {
  const managers = members.filter((member) => member.isManager)
  const named = managers.length > 0 ? managers : members.filter((member) => member.isCreator)
  return named.length > 0 ? named.map((member) => member.name).join(', ') : null
}
