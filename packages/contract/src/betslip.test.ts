import { describe, expect, it } from 'vitest'
import { getBets, savePick } from './betslip.ts'

const aPick = (fields: object) => ({ owner: 'Rosa Field', text: 'Bears +3 (-110)', ...fields })

const messagesOf = (fields: object) =>
  savePick.schema.body.safeParse(aPick(fields)).error?.issues.map((issue) => issue.message)

describe('a pick', () => {
  it('may leave season and week to the server', () => {
    expect(savePick.schema.body.parse(aPick({}))).toEqual(aPick({}))
  })

  it('takes numbers as digits too', () => {
    expect(savePick.schema.body.parse(aPick({ season: '2026', week: '17' }))).toMatchObject({
      season: 2026,
      week: 17,
    })
  })

  it.each([
    [{ text: '  ' }, 'Write your pick.'],
    [{ text: 'x'.repeat(201) }, 'A pick has at most 200 characters.'],
    [{ owner: ' ' }, 'A pick needs an owner.'],
    [{ week: 18 }, 'The betslip has weeks 1 to 17.'],
    [{ week: 0 }, 'The first week is 1.'],
    [{ week: 1.5 }, 'A week is a whole number.'],
  ])('with %j is refused', (fields, sentence) => expect(messagesOf(fields)).toEqual([sentence]))
})

describe('the week that is asked for', () => {
  it.each(['18', 'x', '-1', ''])('is not %j', (week) => {
    expect(getBets.schema.querystring.safeParse({ week }).success).toBe(false)
  })
})
