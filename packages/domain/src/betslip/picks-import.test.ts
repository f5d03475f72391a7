import { describe, expect, it } from 'vitest'
import { createOwnerLookup, type Owner } from './owner-names.ts'
import { planImport, type SheetPick, type StoredPick } from './picks-sheet.ts'

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

const plan = (picks: SheetPick[], storedPicks: StoredPick[] = [], lockedWeeks: number[] = []) =>
  planImport({ picks, skipped: [] }, storedPicks, find, ({ week }) => lockedWeeks.includes(week))

function outcome(storedPick: StoredPick, text = 'Sheet') {
  const { changed, unchanged, kept } = plan([row({ text })], [storedPick])
  return changed.length > 0
    ? 'changed'
    : unchanged.length > 0
      ? 'unchanged'
      : kept.length > 0
        ? 'kept'
        : 'nothing'
}

describe('planImport', () => {
  it('adds a missing pick', () => {
    expect(plan([row()]).changed).toEqual([{ season: 2026, week: 1, owner: rosa, text: 'Sheet', rows: [2] }])
    expect(plan([row()], [stored({ week: 2 }), stored({ season: 2025 })]).changed).toHaveLength(1)
  })

  it.each([
    ['updates a pick that came from the sheet', stored({ text: 'Old', sheetText: 'Old' }), 'changed'],
    ['leaves an identical pick unchanged', stored({ text: 'Sheet', isEdited: true }), 'unchanged'],
    ['keeps an edit made after the last import', stored({ isEdited: true }), 'kept'],
    [
      'keeps that edit even if the row changed since then',
      stored({ sheetText: 'Old', isEdited: true }),
      'kept',
    ],
    ['keeps an earlier edit while the row is unchanged', stored({ sheetText: 'Sheet' }), 'kept'],
    ['overwrites an earlier edit when the row changes', stored({ sheetText: 'Old' }), 'changed'],
    ['overwrites an edit before the last import with a new row', stored(), 'changed'],
  ])('%s', (_, storedPick, expected) => {
    expect(outcome(storedPick)).toBe(expected)
  })

  it('leaves the picks of locked weeks as they are and reports rows that differ', () => {
    const rows = [row(), row({ row: 3, week: 2 }), row({ row: 4, week: 3 })]
    expect(
      plan(rows, [stored({ sheetText: 'Old' }), stored({ week: 2, text: 'Sheet' })], [1, 2]),
    ).toMatchObject({
      changed: [{ week: 3 }],
      unchanged: [{ week: 2 }],
      kept: [],
      skipped: [{ row: 2, reason: "Week 1 is locked, so Rosa Field's pick was not imported." }],
      locked: 1,
    })
    expect(plan([row()], [], [1])).toMatchObject({ changed: [], skipped: [{ row: 2 }], locked: 1 })
  })

  it.each([
    ['Nobody', "No member matches 'Nobody'."],
    ['', "No member matches ''."],
  ])('skips a row of the unknown owner %j', (owner, reason) => {
    expect(plan([row({ owner })])).toEqual({
      changed: [],
      unchanged: [],
      kept: [],
      skipped: [{ row: 2, reason }],
      locked: 0,
    })
  })

  it('reports an unknown owner once per row', () => {
    const weeks = [1, 2, 3].map((week) => row({ week, owner: 'Total' }))
    expect(plan(weeks).skipped).toEqual([{ row: 2, reason: "No member matches 'Total'." }])
  })

  it('skips rows that contradict each other', () => {
    const { changed, skipped } = plan([
      row(),
      row({ row: 5, owner: 'R. F.', text: 'Other' }),
      row({ row: 6, week: 2 }),
    ])
    expect(changed).toMatchObject([{ week: 2 }])
    const reason = 'Rows 2, 5 have different picks for Rosa Field in Week 1.'
    expect(skipped).toEqual([
      { row: 2, reason },
      { row: 5, reason },
    ])
    expect(plan([row(), row({ text: 'Other' })]).skipped).toEqual([
      { row: 2, reason: 'This row has two different picks for Rosa Field in Week 1.' },
    ])
  })

  it('imports duplicate rows once', () => {
    expect(plan([row(), row({ row: 3 })])).toMatchObject({ changed: [{ text: 'Sheet' }], skipped: [] })
  })
})
