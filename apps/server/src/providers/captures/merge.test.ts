import { describe, expect, it } from 'vitest'
import { mergeBodies } from './merge.ts'

describe('mergeBodies', () => {
  it('joins things of one list by their id and keeps the order of the first', () => {
    const first = { teams: [{ id: 2, name: 'Gravy Boats' }, { id: 1 }] }
    const second = { teams: [{ id: 1, abbrev: 'ONE' }, { id: 3 }] }
    expect(mergeBodies(first, second)).toEqual({
      teams: [{ id: 2, name: 'Gravy Boats' }, { id: 1, abbrev: 'ONE' }, { id: 3 }],
    })
  })

  it('believes the first body where both have a value', () => {
    expect(
      mergeBodies({ scoringPeriodId: 19, owners: ['a'] }, { scoringPeriodId: 8, owners: ['b'] }),
    ).toEqual({
      scoringPeriodId: 19,
      owners: ['a'],
    })
  })

  it('goes into objects and leaves both bodies as they were', () => {
    const first = { settings: { name: 'Harbor' } }
    const second = { settings: { size: 12 } }
    expect(mergeBodies(first, second)).toEqual({ settings: { name: 'Harbor', size: 12 } })
    expect([first, second]).toEqual([{ settings: { name: 'Harbor' } }, { settings: { size: 12 } }])
  })
})
