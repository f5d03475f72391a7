import { describe, expect, it } from 'vitest'
import { tradeNotification, waiverNotification } from './activity-notifications.ts'

const AT = new Date('2026-09-16T08:00:00Z')

describe('tradeNotification', () => {
  const trade = { season: 2026, id: 't1', at: AT }

  it('says what each team gets, and opens the trade for a day', () => {
    const sides = [
      { team: 'Larks', received: ['Rook Calloway', '2027 1st-round pick'] },
      { team: 'Owls', received: ['Ned Castle'] },
      { team: 'Wrens', received: [] },
    ]
    expect(tradeNotification({ ...trade, sides }, 'Sunday')).toEqual({
      kind: 'trade',
      key: 'trade 2026 t1',
      title: 'Trade in Sunday',
      body: 'Larks get Rook Calloway and 2027 1st-round pick. Owls get Ned Castle.',
      target: { tab: 'league social', view: 'trade', season: 2026, transaction: 't1' },
      expiresAt: new Date('2026-09-17T08:00:00Z'),
    })
  })

  it('names the teams if the provider does not list what was traded', () => {
    const sides = ['Larks', 'Owls'].map((team) => ({ team, received: [] }))
    expect(tradeNotification({ ...trade, sides }, 'Sunday').body).toBe('Larks and Owls made a trade.')
  })
})

describe('waiverNotification', () => {
  const claims = ['A', 'B', 'C', 'D', 'E'].map((player, index) => ({
    team: 'Larks',
    player,
    bid: index === 0 ? 12 : null,
    at: new Date(AT.getTime() + index),
  }))

  it('has the first claims of a day, and counts the others', () => {
    const notification = waiverNotification({ season: 2026, claims }, 'Sunday')
    expect(notification).toMatchObject({
      kind: 'waiver',
      key: 'waivers 2026-09-16',
      title: '5 waiver claims in Sunday',
      body: 'Larks add A for $12. Larks add B. Larks add C. And 2 more.',
      newestAt: new Date(AT.getTime() + 4),
    })
    expect(waiverNotification({ season: 2026, claims: claims.slice(0, 1) }, 'Sunday')).toMatchObject({
      title: '1 waiver claim in Sunday',
      body: 'Larks add A for $12.',
    })
  })
})
