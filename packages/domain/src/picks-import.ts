import type { Owner, OwnerLookupResult } from './owner-names.ts'
import { type PicksSheet, quoteCell, type SheetPick, type SkippedRow } from './picks-sheet.ts'

/** What is stored of a pick, as far as an import asks. */
export type StoredPick = {
  season: number
  week: number
  userId: number
  text: string
  /** What the sheet said at the last import that had this pick; null when none had. */
  sheetText: string | null
  /** Whether it was saved here after the league's last import. */
  isEdited: boolean
}

/** A sheet's pick with the person whom its row names. */
export type OwnedPick = { season: number; week: number; owner: Owner; text: string }

export type PicksImport = {
  /** Picks that are new, or whose text changes. */
  changed: OwnedPick[]
  /** Picks that say here what the sheet says. */
  same: OwnedPick[]
  /** Picks that were edited here, and stay so. `text` is the sheet's. */
  kept: OwnedPick[]
  skipped: SkippedRow[]
}

/**
 * What a sheet changes. A pick that was edited here wins over the sheet's row, unless that row
 * has changed since an import that came after the edit. A row that is gone takes nothing away.
 * Source: decisions, 7 "Picks edited here after the last import win over older sheet rows".
 */
export function planImport(
  sheet: PicksSheet,
  stored: readonly StoredPick[],
  find: (text: string) => OwnerLookupResult,
): PicksImport {
  const { picks, skipped } = picksByOwner(sheet, find)
  const plan: PicksImport = { changed: [], same: [], kept: [], skipped }
  const known = new Map(stored.map((pick) => [keyOf(pick.season, pick.week, pick.userId), pick]))
  for (const pick of picks) {
    const before = known.get(keyOf(pick.season, pick.week, pick.owner.userId))
    plan[outcomeOf(pick.text, before)].push(pick)
  }
  return plan
}

function outcomeOf(text: string, before: StoredPick | undefined): 'changed' | 'same' | 'kept' {
  if (before === undefined) return 'changed'
  if (before.text === text) return 'same'
  return before.sheetText === text || before.isEdited ? 'kept' : 'changed'
}

/** Rows that contradict each other are all skipped: which one is meant is not for us to guess. */
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
      picks.push({ season: first.season, week: first.week, owner, text: first.text })
    } else {
      skipped.push(...rows.map(({ row, week }) => ({ row, reason: conflictReason(rows, owner, week) })))
    }
  }
  return { picks, skipped: deduplicate(skipped) }
}

function unknownOwnerReason(found: 'unknown' | 'ambiguous', name: string): string {
  return found === 'unknown'
    ? `No member is called ${quoteCell(name)}.`
    : `More than one member is called ${quoteCell(name)}.`
}

function conflictReason(rows: readonly SheetPick[], owner: Owner, week: number): string {
  const places = [...new Set(rows.map(({ row }) => row))]
  return places.length === 1
    ? `It has two different picks of ${owner.name} for week ${week}.`
    : `Rows ${places.join(', ')} have different picks of ${owner.name} for week ${week}.`
}

/** In the order of the rows, each reason once a row: of a stranger's wide row every week would say the same. */
function deduplicate(skipped: readonly SkippedRow[]): SkippedRow[] {
  const unique = new Map(skipped.map((each) => [`${each.row} ${each.reason}`, each]))
  return [...unique.values()].sort((first, second) => first.row - second.row)
}

function keyOf(season: number, week: number, userId: number): string {
  return `${season} ${week} ${userId}`
}
