import { describe, expect, it } from 'vitest'
import { backfillHistory } from './refresh.ts'

const parseBody = (fields: object) =>
  backfillHistory.schema.body.safeParse({ password: 'grass and chalk', ...fields })

describe('backfill request', () => {
  it('defaults to 2011 as the first season, without force and without box scores', () => {
    expect(parseBody({}).data).toEqual({
      start: 2011,
      password: 'grass and chalk',
      force: false,
      scrape: false,
    })
  })

  it('accepts years as strings', () => {
    expect(parseBody({ start: '2014', end: '2014' }).data).toMatchObject({ start: 2014, end: 2014 })
  })

  it.each([
    [{ start: 2020, end: 2019 }, 'end', "The last season can't be before the first."],
    [{ end: 2010 }, 'end', "The last season can't be before the first."],
    [{ start: 1998 }, 'start', 'Season must be 1999 or later.'],
    [{ password: '' }, 'password', 'Enter your password.'],
  ])('rejects %j with an error for %s', (fields, field, message) => {
    expect(parseBody(fields).error?.issues).toMatchObject([{ path: [field], message }])
  })
})
