import { describe, expect, it } from 'vitest'
import { mergeBodies } from './captures.ts'

describe('mergeBodies', () => {
  it('merges list items by id in the order of the first body', () => {
    const first = { teams: [{ id: 2, name: 'Gravy Boats' }, { id: 1 }] }
    const second = { teams: [{ id: 1, abbrev: 'ONE' }, { id: 3 }] }
    expect(mergeBodies(first, second)).toEqual({
      teams: [{ id: 2, name: 'Gravy Boats' }, { id: 1, abbrev: 'ONE' }, { id: 3 }],
    })
  })

  it('prefers the first body when both have a value', () => {
    expect(
      mergeBodies({ scoringPeriodId: 19, owners: ['a'] }, { scoringPeriodId: 8, owners: ['b'] }),
    ).toEqual({
      scoringPeriodId: 19,
      owners: ['a'],
    })
  })

  it('merges nested objects without changing the inputs', () => {
    const first = { settings: { name: 'Harbor' } }
    const second = { settings: { size: 12 } }
    expect(mergeBodies(first, second)).toEqual({ settings: { name: 'Harbor', size: 12 } })
    expect([first, second]).toEqual([{ settings: { name: 'Harbor' } }, { settings: { size: 12 } }])
  })
})
