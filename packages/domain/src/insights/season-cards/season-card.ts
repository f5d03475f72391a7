import { formatFinalScores, formatPoints, type Points } from '../../points.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import type { TeamRecord } from '../../seasons/season.ts'
import type { BoardPick } from '../moves/draft.ts'
import type { FinalGame, RegularSeason, TeamGame } from '../season/regular-season.ts'

/** The cards of an owner in their order, then those of the league. */
export const CARD_KINDS = [
  'season',
  'weeks',
  'close_games',
  'opponents',
  'luck',
  'bench',
  'positions',
  'moves',
  'report_card',
  'odds',
  'streak',
  'power',
  'only_one',
  'champion',
  'top_score',
  'blowout',
  'closest_game',
  'luckiest',
  'unluckiest',
  'most_moves',
  'most_trades',
] as const

export type CardKind = (typeof CARD_KINDS)[number]

/** A card of a finished season, as text that screens and pictures show alike. */
export type SeasonCard = {
  kind: CardKind
  title: string
  /** What is shown largest: a number, or the name of the champion. */
  value: string
  /** What the value is. Reads on from it. */
  caption: string
  facts: CardFact[]
  chart: CardChart | null
  /** The weeks that the card covers, such as `Weeks 1–14`. */
  weeks: string
  /** The teams of a league's card that hold the value. */
  teamIds: number[]
}

export type CardFact = {
  label: string
  value: string
  note: string | null
  game: GameId | null
}

export type GameId = Pick<FinalGame, 'gameId' | 'period'>

export type CardChart = {
  /** Shares are 0 to 1. Rank 1 is at the top. */
  unit: 'share' | 'rank'
  /** The lowest rank of the league; 1 for shares. */
  max: number
  lines: { name: string; points: { week: number; value: number }[] }[]
}

/** Everything of a finished season that its cards are made from. Lists are empty if their data are not stored. */
export type SeasonStory = {
  season: RegularSeason
  teams: readonly StoryTeam[]
  /** Several if the title is shared; empty if unknown. */
  championIds: readonly number[]
  runnerUpId: number | null
  lineups: readonly RosterWeek[]
  isBestBall: boolean
  transactions: readonly LeagueTransaction[]
  picks: readonly BoardPick[]
  odds: readonly StoryOdds[]
}

export type StoryTeam = {
  teamId: number
  name: string
  /** Counted from 1; null if unknown. */
  place: number | null
  record: TeamRecord
  pointsFor: Points
}

export type StoryOdds = {
  week: number
  teams: readonly {
    teamId: number
    playoffs: number
    title: number
    /** What is proven; null if the place is open. */
    certainty: 'clinched' | 'eliminated' | null
  }[]
}

/** What the card of a team shows. Without weeks, it covers the regular season. */
export type Face = Omit<SeasonCard, 'kind' | 'title' | 'teamIds' | 'chart' | 'weeks'> &
  Partial<Pick<SeasonCard, 'chart' | 'weeks'>>

export type Story = { story: SeasonStory; teamId: number; nameOf: (teamId: number) => string }

export const MIN_CARDS = 3

/** A card in words, for those who cannot see it. */
export function describeCard({ title, value, caption, facts, weeks }: SeasonCard): string {
  const lines = facts.map(
    ({ label, value: text, note }) => `${label}: ${text}${note === null ? '' : `, ${note}`}.`,
  )
  return [`${title}, ${weeks.replace('Week', 'week')}: ${value} ${caption}.`, ...lines].join(' ')
}

export function formatWeeks(first: number, last: number): string {
  return first === last ? `Week ${first}` : `Weeks ${first}–${last}`
}

export function allWeeks({ games }: RegularSeason): string {
  const weeks = games.flatMap((game) => game.weeks)
  return formatWeeks(Math.min(...weeks), Math.max(...weeks))
}

/** With one decimal and its sign, such as `+1.3`. Noise around 0 has no sign. */
export function formatSigned(value: number): string {
  const text = Math.abs(value).toFixed(1)
  if (text === '0.0') return text
  return value < 0 ? `−${text}` : `+${text}`
}

/** Points with one decimal and separated thousands, for sums. */
export function formatTotal(points: Points): string {
  const [whole = '', decimals = ''] = formatPoints(points).split('.')
  return `${Number(whole).toLocaleString('en')}.${decimals}`
}

export function gameFact(
  label: string,
  { game, own, other }: TeamGame,
  nameOf: (teamId: number) => string,
): CardFact {
  const [first, second] = formatFinalScores(own.points, other.points)
  return {
    label,
    value: `${first}–${second}`,
    note: `${formatWeeks(game.weeks[0] ?? game.period, game.weeks.at(-1) ?? game.period)} vs ${nameOf(other.teamId)}`,
    game: idOf(game),
  }
}

export function idOf({ gameId, period }: FinalGame): GameId {
  return { gameId, period }
}

export function fact(label: string, value: string, note: string | null = null): CardFact {
  return { label, value, note, game: null }
}
