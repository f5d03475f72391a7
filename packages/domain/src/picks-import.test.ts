import { describe, expect, it } from 'vitest'
import { createOwnerLookup, type Owner } from './owner-names.ts'
import { planImport, type StoredPick } from './picks-import.ts'
import type { SheetPick } from './picks-sheet.ts'

const rosa: Owner = {
  userId: 1,
  username: 'rosa',
  name: 'Rosa Field',
  fullName: 'Rosa Field',
  teamOwners: ['R. F.'],
}
const find = createOwnerLookup([rosa])

const row = (more: Partial<SheetPick> = {}): SheetPick => ({
  row: 2,
  season: 2026,
  week: 1,
  owner: 'Rosa Field',
  text: 'Sheet',
  ...more,
})

const stored = (more: Partial<StoredPick> = {}): StoredPick => ({
  season: 2026,
  week: 1,
  userId: 1,
  text: 'Here',
  sheetText: null,
  isEdited: false,
  ...more,
})

const plan = (picks: SheetPick[], before: StoredPick[] = []) =>
  planImport({ picks, skipped: [] }, before, find)

function outcome(before: StoredPick, text = 'Sheet') {
  const { changed, same, kept } = plan([row({ text })], [before])
  return changed.length > 0 ? 'changed' : same.length > 0 ? 'same' : kept.length > 0 ? 'kept' : 'nothing'
}

describe('a row of the sheet', () => {
  it('adds a pick that is not there', () => {
    expect(plan([row()]).changed).toEqual([{ season: 2026, week: 1, owner: rosa, text: 'Sheet' }])
    expect(plan([row()], [stored({ week: 2 }), stored({ season: 2025 })]).changed).toHaveLength(1)
  })

  it.each([
    ['changes a pick that came from the sheet', stored({ text: 'Old', sheetText: 'Old' }), 'changed'],
    ['leaves a pick that says the same', stored({ text: 'Sheet', isEdited: true }), 'same'],
    ['yields to an edit after the last import', stored({ isEdited: true }), 'kept'],
    ['yields to that edit though it changed meanwhile', stored({ sheetText: 'Old', isEdited: true }), 'kept'],
    ['yields to an earlier edit while it stays as it was', stored({ sheetText: 'Sheet' }), 'kept'],
    ['wins over an earlier edit once it changes', stored({ sheetText: 'Old' }), 'changed'],
    ['that is new wins over an edit before the last import', stored(), 'changed'],
  ])('%s', (_, before, expected) => {
    expect(outcome(before)).toBe(expected)
  })

  it.each([
    ['Nobody', "No member is called 'Nobody'."],
    ['', "No member is called ''."],
  ])('of the owner %j is skipped', (owner, reason) => {
    expect(plan([row({ owner })])).toEqual({ changed: [], same: [], kept: [], skipped: [{ row: 2, reason }] })
  })

  it('of a stranger is reported once, however many weeks it has', () => {
    const weeks = [1, 2, 3].map((week) => row({ week, owner: 'Total' }))
    expect(plan(weeks).skipped).toEqual([{ row: 2, reason: "No member is called 'Total'." }])
  })

  it('that contradicts another is skipped with it', () => {
    const { changed, skipped } = plan([
      row(),
      row({ row: 5, owner: 'R. F.', text: 'Other' }),
      row({ row: 6, week: 2 }),
    ])
    expect(changed).toMatchObject([{ week: 2 }])
    const reason = 'Rows 2, 5 have different picks of Rosa Field for week 1.'
    expect(skipped).toEqual([
      { row: 2, reason },
      { row: 5, reason },
    ])
    expect(plan([row(), row({ text: 'Other' })]).skipped).toEqual([
      { row: 2, reason: 'It has two different picks of Rosa Field for week 1.' },
    ])
  })

  it('that says the same as another counts once', () => {
    expect(plan([row(), row({ row: 3 })])).toMatchObject({ changed: [{ text: 'Sheet' }], skipped: [] })
  })
})
