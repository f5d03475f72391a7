import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl-teams'
import type { NflLine } from '@fieldhouse/domain/spread'
import { z } from 'zod'
import { Flag, lenient, lenientList, Text } from '../espn/fields.ts'

/** No line has been half as large; what is larger is a mistake. */
const MAX_SPREAD = 60
const TOTAL_RANGE = { min: 10, max: 150 } as const

const TeamOdds = lenient(z.object({ favorite: Flag }))

/** Every element may be null. */
export const Odds = lenientList(
  z.object({
    provider: lenient(z.object({ name: Text, priority: lenient(z.number()) })),
    details: Text,
    spread: lenient(z.number()),
    overUnder: lenient(z.number()),
    homeTeamOdds: TeamOdds,
    awayTeamOdds: TeamOdds,
  }),
)

type OddsEntry = NonNullable<z.output<typeof Odds>>[number]

type GameTeams = { homeTeamId: number; awayTeamId: number }

/**
 * The line of a game: that of the bookmaker who is named first, never one of those who take bets while the
 * game is on. null without a number. Source: outside data, 4.
 */
export function toBettingLine(
  odds: z.output<typeof Odds>,
  sides: GameTeams,
): (NflLine & { bookmaker: string | null }) | null {
  const [first] = (odds ?? [])
    .filter(({ provider }) => !/\blive\b/i.test(provider?.name ?? ''))
    .sort((a, b) => (a.provider?.priority ?? 0) - (b.provider?.priority ?? 0))
  if (first === undefined) return null
  const spread = homeSpread(first, sides)
  const total = valueInRange(first.overUnder, TOTAL_RANGE.min, TOTAL_RANGE.max)
  return spread === null && total === null ? null : { spread, total, bookmaker: first.provider?.name ?? null }
}

/** The home team's handicap. Its sign is the favorite's, where one of the two is flagged. */
function homeSpread(entry: OddsEntry, sides: GameTeams): number | null {
  const spread = entry.spread ?? parseSpread(entry.details ?? '', sides)
  if (spread === null || Math.abs(spread) > MAX_SPREAD) return null
  const isHomeFavorite = entry.homeTeamOdds?.favorite === true
  const isAwayFavorite = entry.awayTeamOdds?.favorite === true
  if (spread === 0 || isHomeFavorite === isAwayFavorite) return spread + 0
  return isHomeFavorite ? -Math.abs(spread) : Math.abs(spread)
}

/** `PHI -7.5` names one of the two teams and its handicap. */
function parseSpread(details: string, { homeTeamId, awayTeamId }: GameTeams): number | null {
  const words = details.trim()
  if (/^(?:even|pk|pick)$/i.test(words)) return 0
  const [, abbrev = '', points = ''] = /^([a-z]{2,3}) ([+-]?\d+(?:\.\d+)?)$/i.exec(words) ?? []
  const teamId = nflTeamByAbbrev(abbrev)?.teamId
  if (teamId === homeTeamId) return Number(points)
  return teamId === awayTeamId ? 0 - Number(points) : null
}

function valueInRange(value: number | null | undefined, least: number, most: number): number | null {
  return value != null && value >= least && value <= most ? value : null
}
