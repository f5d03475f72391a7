import { describe, expect, it } from 'vitest'
import { getBets, savePick } from './betslip.ts'

const buildPickBody = (fields: object) => ({ owner: 'Rosa Field', text: 'Bears +3 (-110)', ...fields })

const messagesOf = (fields: object) =>
  savePick.schema.body.safeParse(buildPickBody(fields)).error?.issues.map((issue) => issue.message)

describe('savePick body', () => {
  it('accepts a pick without season and week', () => {
    expect(savePick.schema.body.parse(buildPickBody({}))).toEqual(buildPickBody({}))
  })

  it('accepts season and week as strings of digits', () => {
    expect(savePick.schema.body.parse(buildPickBody({ season: '2026', week: '17' }))).toMatchObject({
      season: 2026,
      week: 17,
    })
  })

  it.each([
    [{ text: '  ' }, 'Enter your pick.'],
    [{ text: 'x'.repeat(201) }, 'Keep your pick to 200 characters or fewer.'],
    [{ owner: ' ' }, 'Choose an owner.'],
    [{ week: 18 }, 'Week must be between 1 and 17.'],
    [{ week: 0 }, 'Week must be 1 or later.'],
    [{ week: 1.5 }, 'Week must be a whole number.'],
  ])('rejects %j', (fields, message) => expect(messagesOf(fields)).toEqual([message]))
})

describe('week query parameter', () => {
  it.each(['18', 'x', '-1', ''])('rejects %j', (week) => {
    expect(getBets.schema.querystring.safeParse({ week }).success).toBe(false)
  })
})
