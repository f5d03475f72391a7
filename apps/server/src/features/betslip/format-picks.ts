import { parseOdds } from '@fieldhouse/domain/betslip/odds'
import { formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { downloadName } from '../../http/headers/download-name.ts'
import type { LeagueOwners } from './owner-store.ts'
import type { SavedPick } from './store.ts'

/** The columns that the sheet import reads come first. */
const COLUMNS = ['season', 'week', 'owner', 'pick', 'odds', 'result', 'settled_by']

/** Picks of a season as CSV, by week and owner. Starts with a byte order mark, so that spreadsheets read it as UTF-8. */
export function formatPicks(season: number, picks: readonly SavedPick[], owners: LeagueOwners): string {
  const rows = picks
    .map((pick) => ({ ...pick, owner: owners.nameOfUser(pick.userId) ?? '' }))
    .sort((a, b) => a.week - b.week || a.owner.localeCompare(b.owner, 'en'))
    .map(({ week, owner, text, result, settledBy }) => [
      season,
      week,
      owner,
      text,
      parseOdds(text)?.value,
      result,
      settledBy,
    ])
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${formatCsvLine(row)}\r\n`).join('')}`
}

/** @param week null for the whole season */
export function picksFileName(league: string, season: number, week: number | null): string {
  return downloadName(league, `picks-${season}${week === null ? '' : `-week-${week}`}.csv`)
}
