import type { NflLine, NflOdds } from '@fieldhouse/domain/nfl/nfl-week'
import type { ReportedLine } from '../providers/nfl-provider.ts'

const NO_ODDS: NflOdds = {
  homeMoneyline: null,
  awayMoneyline: null,
  homeSpread: null,
  awaySpread: null,
  over: null,
  under: null,
}

/** A line as a scoreboard reports it, by default without odds. */
export function buildLine(
  line: NflLine,
  { bookmaker = 'Harbour Book', ...odds }: Partial<NflOdds & Pick<ReportedLine, 'bookmaker'>> = {},
): ReportedLine {
  return { ...line, bookmaker, odds: { ...NO_ODDS, ...odds } }
}
