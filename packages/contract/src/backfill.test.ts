import { describe, expect, it } from 'vitest'
import { backfillHistory } from './backfill.ts'

const read = (fields: object) =>
  backfillHistory.schema.body.safeParse({ password: 'grass and chalk', ...fields })

describe('a backfill', () => {
  it('begins in 2011, reads nothing twice and skips box scores unless it is told otherwise', () => {
    expect(read({}).data).toEqual({ start: 2011, password: 'grass and chalk', force: false, scrape: false })
  })

  it('reads years from digits', () => {
    expect(read({ start: '2014', end: '2014' }).data).toMatchObject({ start: 2014, end: 2014 })
  })

  it.each([
    [{ start: 2020, end: 2019 }, 'end', 'The last season is before the first.'],
    [{ end: 2010 }, 'end', 'The last season is before the first.'],
    [{ start: 1998 }, 'start', 'The first season is 1999.'],
    [{ password: '' }, 'password', 'Enter your password.'],
  ])('with %j is refused', (fields, field, message) => {
    expect(read(fields).error?.issues).toMatchObject([{ path: [field], message }])
  })
})
