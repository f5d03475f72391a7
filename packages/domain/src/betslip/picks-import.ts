import type { BettingWeek } from './betting-week.ts'
import type { Owner, OwnerLookupResult } from './owner-names.ts'
import { type PicksSheet, quoteCell, type SheetPick, type SkippedRow } from './picks-sheet.ts'

export type StoredPick = {
  season: number
  week: number
  userId: number
  text: string
  /** The sheet's text at the last import that contained this pick; null without such an import. */
  sheetText: string | null
  /** Whether the pick was saved in Fieldhouse after the league's last import. */
  isEdited: boolean
}

export type OwnedPick = { season: number; week: number; owner: Owner; text: string; rows: number[] }

export type PicksImport = {
  /** Picks that are new or have a new text. */
  changed: OwnedPick[]
  unchanged: OwnedPick[]
  /** Picks that were edited in Fieldhouse and are not overwritten. `text` is the sheet's text. */
  kept: OwnedPick[]
  /** Includes the rows of locked weeks. */
  skipped: SkippedRow[]
  /** The number of picks of locked weeks that would change if locked weeks were imported too. */
  locked: number
}

/**
 * Plans the changes of an import. A pick that was edited in Fieldhouse wins over the sheet's row, unless the
 * row has changed since an import after the edit. A row that disappeared from the sheet deletes nothing.
 * Picks of locked weeks stay as they are, and their rows are skipped. Source: decisions, 7.
 *
 * @param isLocked whether the picks of a week stay as they are
 */
export function planImport(
  sheet: PicksSheet,
  stored: readonly StoredPick[],
  find: (text: string) => OwnerLookupResult,
  isLocked: (week: BettingWeek) => boolean,
): PicksImport {
  const { picks, skipped } = picksByOwner(sheet, find)
  const plan: PicksImport = { changed: [], unchanged: [], kept: [], skipped: [], locked: 0 }
  const storedByKey = new Map(stored.map((pick) => [keyOf(pick.season, pick.week, pick.userId), pick]))
  for (const pick of picks) {
    const storedPick = storedByKey.get(keyOf(pick.season, pick.week, pick.owner.userId))
    const outcome = outcomeOf(pick.text, storedPick)
    if (outcome !== 'changed' || !isLocked(pick)) {
      plan[outcome].push(pick)
      continue
    }
    plan.locked += 1
    const reason = `Week ${pick.week} is locked, so ${pick.owner.name}'s pick was not imported.`
    skipped.push(...pick.rows.map((row) => ({ row, reason })))
  }
  return { ...plan, skipped: deduplicate(skipped) }
}

function outcomeOf(text: string, storedPick: StoredPick | undefined): 'changed' | 'unchanged' | 'kept' {
  if (storedPick === undefined) return 'changed'
  if (storedPick.text === text) return 'unchanged'
  return storedPick.sheetText === text || storedPick.isEdited ? 'kept' : 'changed'
}

/** Skips all rows that contradict each other, because we cannot know which one is right. */
function picksByOwner(sheet: PicksSheet, find: (text: string) => OwnerLookupResult) {
  const skipped = [...sheet.skipped]
  const groups = new Map<string, { rows: SheetPick[]; owner: Owner }>()
  for (const pick of sheet.picks) {
    const owner = find(pick.owner)
    if (typeof owner === 'string') {
      skipped.push({ row: pick.row, reason: unknownOwnerReason(owner, pick.owner) })
      continue
    }
    const key = keyOf(pick.season, pick.week, owner.userId)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { rows: [pick], owner })
    else group.rows.push(pick)
  }
  const picks: OwnedPick[] = []
  for (const { rows, owner } of groups.values()) {
    const [first] = rows
    if (first === undefined) continue
    if (rows.every(({ text }) => text === first.text)) {
      const { season, week, text } = first
      picks.push({ season, week, owner, text, rows: rows.map(({ row }) => row) })
    } else {
      skipped.push(...rows.map(({ row, week }) => ({ row, reason: conflictReason(rows, owner, week) })))
    }
  }
  return { picks, skipped }
}

function unknownOwnerReason(result: 'unknown' | 'ambiguous', name: string): string {
  return result === 'unknown'
    ? `No member matches ${quoteCell(name)}.`
    : `More than one member matches ${quoteCell(name)}.`
}

function conflictReason(rows: readonly SheetPick[], owner: Owner, week: number): string {
  const rowNumbers = [...new Set(rows.map(({ row }) => row))]
  return rowNumbers.length === 1
    ? `This row has two different picks for ${owner.name} in Week ${week}.`
    : `Rows ${rowNumbers.join(', ')} have different picks for ${owner.name} in Week ${week}.`
}

/** Sorts by row and drops repeated reasons: every week in a wide row of an unknown owner gives the same one. */
function deduplicate(skipped: readonly SkippedRow[]): SkippedRow[] {
  const unique = new Map(skipped.map((entry) => [`${entry.row} ${entry.reason}`, entry]))
  return [...unique.values()].sort((first, second) => first.row - second.row)
}

function keyOf(season: number, week: number, userId: number): string {
  return `${season} ${week} ${userId}`
}
