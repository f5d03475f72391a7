import {
  formatFinalScores as formatFinalScoresOf,
  formatPoints as formatPointsOf,
  pointsFromDecimal,
} from '@fieldhouse/domain/points'
import { knownRecord, type RecordOrNull } from '@fieldhouse/domain/seasons/format-record'

export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}

/** Formats the weeks that a figure leaves out, to follow others: ', without weeks 5 and 7'; empty without any. */
export function formatMissingWeeks(weeks: readonly number[]): string {
  if (weeks.length === 0) return ''
  return `, without ${weeks.length === 1 ? 'week' : 'weeks'} ${new Intl.ListFormat('en').format(weeks.map(String))}`
}

/** Formats points with one decimal, rounding halves away from zero; '—' for null. */
export function formatPoints(score: number | null | undefined): string {
  return score === null || score === undefined ? '—' : formatPointsOf(pointsFromDecimal(score))
}

/**
 * Formats the scores of a decided game, with two decimals if the margin is below 0.1. Source: decisions, 10.
 */
export function formatFinalScores(away: number | null, home: number | null): [away: string, home: string] {
  if (away === null || home === null) return [formatPoints(away), formatPoints(home)]
  return formatFinalScoresOf(pointsFromDecimal(away), pointsFromDecimal(home))
}

/** Formats a record as 'W-L-T', even without ties; '—' if it is unknown. */
export function formatFullRecord(record: RecordOrNull): string {
  const known = knownRecord(record)
  return known === null ? '—' : `${known.wins}-${known.losses}-${known.ties}`
}

/** Formats a number with a fixed count of decimals and a true minus sign; '—' for null. */
export function formatDecimal(value: number | null, digits: number): string {
  if (value === null) return '—'
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** Like {@link formatDecimal}, with a plus sign for positive numbers. */
export function formatSigned(value: number | null, digits: number): string {
  const text = formatDecimal(value, digits)
  return value !== null && value > 0 && Number(text) !== 0 ? `+${text}` : text
}

export function toneOf(value: number | null, digits: number): 'good' | 'bad' | undefined {
  const text = formatSigned(value, digits)
  return text.startsWith('+') ? 'good' : text.startsWith('−') ? 'bad' : undefined
}

/** Formats a share of 0 to 1 with three decimals and no leading zero, as '.538' or '1.000'; '—' for null. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}

type Side = { score: number | null; categories: { wins: number; losses: number; ties: number } | null }

type ScoredGame = { result: 'away' | 'home' | 'tie' | null; away: Side; home: Side }

/** A close final score gets two decimals. In a category league, they are the categories won, lost and tied. */
export function formatScores({ state, away, home }: Omit<ScoredGame, 'result'> & { state: string }): {
  away: string
  home: string
} {
  if (away.categories !== null && home.categories !== null)
    return { away: formatFullRecord(away.categories), home: formatFullRecord(home.categories) }
  if (state !== 'final') return { away: formatPoints(away.score), home: formatPoints(home.score) }
  const [awayText, homeText] = formatFinalScores(away.score, home.score)
  return { away: awayText, home: homeText }
}

/** The winner according to the provider, or the side ahead so far; null for neither. */
export function leadingSide({ result, ...sides }: ScoredGame): 'away' | 'home' | null {
  if (result === null) return sideAhead(sides)
  return result === 'tie' ? null : result
}

/** The side with more points or categories; null before the game and for equal scores. */
export function sideAhead({ away, home }: Omit<ScoredGame, 'result'>): 'away' | 'home' | null {
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}

/** Years as ranges, such as "2014–2016, 2018". They have to be in order. */
export function formatSeasonRanges(seasons: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const season of seasons) {
    const range = ranges.at(-1)
    if (range !== undefined && range.last + 1 === season) range.last = season
    else ranges.push({ first: season, last: season })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

type Assigned = { assigned_user: string | null; co_owners?: readonly string[] | undefined }

/** The users who have a team, such as 'Ada and Ben'; null if it is not assigned. */
export function formatUsers({ assigned_user: user, co_owners = [] }: Assigned): string | null {
  return user === null ? null : new Intl.ListFormat('en').format([user, ...co_owners])
}
