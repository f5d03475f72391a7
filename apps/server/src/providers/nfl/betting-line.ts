import { toAmericanOdds } from '@fieldhouse/domain/betslip/odds'
import { MAX_SPREAD, TOTAL_RANGE } from '@fieldhouse/domain/betslip/selections'
import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflOdds } from '@fieldhouse/domain/nfl/nfl-week'
import { z } from 'zod'
import { Flag, lenient, lenientList, Text } from '../schemas/fields.ts'
import type { ReportedLine } from './nfl-provider.ts'

const TeamOdds = lenient(
  z.object({ favorite: Flag, moneyLine: lenient(z.number()), spreadOdds: lenient(z.number()) }),
)

/** Any element may be null. */
export const Odds = lenientList(
  z.object({
    provider: lenient(z.object({ name: Text, priority: lenient(z.number()) })),
    details: Text,
    spread: lenient(z.number()),
    overUnder: lenient(z.number()),
    overOdds: lenient(z.number()),
    underOdds: lenient(z.number()),
    homeTeamOdds: TeamOdds,
    awayTeamOdds: TeamOdds,
  }),
)

type OddsEntry = NonNullable<z.output<typeof Odds>>[number]

type GameTeams = { homeTeamId: number; awayTeamId: number }

/**
 * Returns the betting line of the bookmaker with the highest priority, ignoring live odds. Returns null when
 * it has neither a spread nor a total. Source: outside data, 4.
 */
export function toBettingLine(odds: z.output<typeof Odds>, teams: GameTeams): ReportedLine | null {
  const [first] = (odds ?? [])
    .filter(({ provider }) => !/\blive\b/i.test(provider?.name ?? ''))
    .sort((a, b) => (a.provider?.priority ?? 0) - (b.provider?.priority ?? 0))
  if (first === undefined) return null
  const spread = homeSpread(first, teams)
  const total = valueInRange(first.overUnder, TOTAL_RANGE.min, TOTAL_RANGE.max)
  if (spread === null && total === null) return null
  return { spread, total, bookmaker: first.provider?.name ?? null, odds: toOdds(first) }
}

/** A value that is not American odds, such as 0 or decimal odds, is left out. */
function toOdds({ homeTeamOdds: home, awayTeamOdds: away, ...entry }: OddsEntry): NflOdds {
  const american = (value: number | null | undefined) => (value == null ? null : toAmericanOdds(value))
  return {
    homeMoneyline: american(home?.moneyLine),
    awayMoneyline: american(away?.moneyLine),
    homeSpread: american(home?.spreadOdds),
    awaySpread: american(away?.spreadOdds),
    over: american(entry.overOdds),
    under: american(entry.underOdds),
  }
}

/** Returns the home team's spread. If one team is flagged as the favorite, the flag decides the sign. */
function homeSpread(entry: OddsEntry, teams: GameTeams): number | null {
  const spread = entry.spread ?? parseSpread(entry.details ?? '', teams)
  if (spread === null || Math.abs(spread) > MAX_SPREAD) return null
  const isHomeFavorite = entry.homeTeamOdds?.favorite === true
  const isAwayFavorite = entry.awayTeamOdds?.favorite === true
  if (spread === 0 || isHomeFavorite === isAwayFavorite) return spread + 0
  return isHomeFavorite ? -Math.abs(spread) : Math.abs(spread)
}

/** Parses details such as `PHI -7.5`, which name one of the two teams and its spread. */
function parseSpread(details: string, { homeTeamId, awayTeamId }: GameTeams): number | null {
  const text = details.trim()
  if (/^(?:even|pk|pick)$/i.test(text)) return 0
  const [, abbrev = '', points = ''] = /^([a-z]{2,3}) ([+-]?\d+(?:\.\d+)?)$/i.exec(text) ?? []
  const teamId = nflTeamByAbbrev(abbrev)?.teamId
  if (teamId === homeTeamId) return Number(points)
  return teamId === awayTeamId ? 0 - Number(points) : null
}

function valueInRange(value: number | null | undefined, min: number, max: number): number | null {
  return value != null && value >= min && value <= max ? value : null
}
