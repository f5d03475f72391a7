import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMoney, type Cents, centsFromDollars, moneyToDecimalString } from '../money.ts'
import { DUES_ENTRY_KINDS, type DuesEntry, duesAccount, duesPool, isOverdue } from './dues.ts'

const dollars = centsFromDollars
const payment = (amount: number): DuesEntry => ({ kind: 'payment', amount: dollars(amount) })
const adjustment = (amount: number): DuesEntry => ({ kind: 'adjustment', amount: dollars(amount) })

const texts = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? moneyToDecimalString(value as Cents) : value,
    ]),
  )

describe('duesAccount', () => {
  it('counts adjustments as owed, and payments in parts', () => {
    const entries = [payment(50), adjustment(10), adjustment(-5.5), payment(25.25)]
    expect(texts(duesAccount(dollars(100), entries))).toEqual({
      dues: '100.00',
      adjustments: '4.50',
      owed: '104.50',
      paid: '75.25',
      balance: '-29.25',
      status: 'owes',
    })
  })

  it.each([
    ['no_dues', 'without dues', 0, []],
    ['no_dues', 'with waived dues', 50, [adjustment(-50)]],
    ['owes', 'before a payment', 50, []],
    ['owes', 'with a late fee only', 0, [adjustment(5)]],
    ['paid', 'after the last of two payments', 50, [payment(20), payment(30)]],
    ['overpaid', 'with a cent too much', 50, [payment(50.01)]],
    ['overpaid', 'with a payment without dues', 0, [payment(5)]],
    ['overpaid', 'when the league owes the team', 50, [adjustment(-60)]],
  ] as const)('has the status %s %s', (status, _, dues, entries) => {
    expect(duesAccount(dollars(dues), entries).status).toBe(status)
  })

  it('has a balance of payments minus what is owed after each entry', () => {
    const anyEntry = fc.record({
      kind: fc.constantFrom(...DUES_ENTRY_KINDS),
      amount: fc.bigInt(-10_000_000n, 10_000_000n).map((amount) => amount as Cents),
    })
    fc.assert(
      fc.property(fc.bigInt(0n, 10_000_000n), fc.array(anyEntry, { maxLength: 20 }), (dues, entries) => {
        for (let length = 0; length <= entries.length; length += 1) {
          const prefix = entries.slice(0, length)
          const { owed, paid, balance, status } = duesAccount(dues as Cents, prefix)
          const changes = prefix.map(({ kind, amount }) => (kind === 'payment' ? amount : 0n - amount))
          expect(balance).toBe(changes.reduce((sum, change) => sum + change, -dues))
          expect(balance).toBe(paid - owed)
          expect(status === 'owes').toBe(balance < 0n)
          expect(status === 'overpaid').toBe(balance > 0n)
        }
      }),
    )
  })
})

describe('duesPool', () => {
  it('compares what is owed with the prizes, and does not net what others have overpaid', () => {
    const accounts = [
      duesAccount(dollars(100), [payment(100)]),
      duesAccount(dollars(100), [payment(40)]),
      duesAccount(dollars(100), [payment(120)]),
    ]
    expect(texts(duesPool(accounts, [dollars(200), dollars(70)], [dollars(10)]))).toEqual({
      owed: '300.00',
      collected: '260.00',
      outstanding: '60.00',
      planned: '270.00',
      leftOver: '30.00',
      paidOut: '10.00',
      onHand: '250.00',
    })
  })

  it('leaves less than nothing if the prizes exceed the dues', () => {
    const { leftOver } = duesPool([duesAccount(dollars(50), [])], [dollars(80)], [])
    expect(leftOver).toBe(dollars(-30))
  })

  it('does not know what is left while the prizes are unknown', () => {
    const { planned, leftOver } = duesPool([duesAccount(dollars(50), [])], [dollars(10), null], [])
    expect([planned, leftOver]).toEqual([null, null])
  })

  it('is the sum of its accounts', () => {
    const anyAccount = fc
      .tuple(fc.bigInt(0n, 1_000_000n), fc.array(fc.bigInt(1n, 1_000_000n), { maxLength: 5 }))
      .map(([dues, paid]) =>
        duesAccount(
          dues as Cents,
          paid.map((amount) => ({ kind: 'payment', amount: amount as Cents })),
        ),
      )
    fc.assert(
      fc.property(fc.array(anyAccount, { maxLength: 14 }), fc.bigInt(0n, 1_000_000n), (accounts, prize) => {
        const pool = duesPool(accounts, [prize as Cents], [])
        expect(pool.owed).toBe(addMoney(accounts.map(({ owed }) => owed)))
        expect(pool.collected).toBe(addMoney(accounts.map(({ paid }) => paid)))
        expect((pool.planned ?? 0n) + (pool.leftOver ?? 0n)).toBe(pool.owed)
        const overpaid = addMoney(accounts.map(({ balance }) => (balance > 0n ? balance : (0n as Cents))))
        expect(pool.collected + pool.outstanding).toBe(pool.owed + overpaid)
      }),
    )
  })
})

describe('isOverdue', () => {
  it('is true from the day after the due date, for teams that owe something', () => {
    expect(isOverdue('owes', '2026-09-01', '2026-09-01')).toBe(false)
    expect(isOverdue('owes', '2026-09-01', '2026-09-02')).toBe(true)
    expect(isOverdue('paid', '2026-09-01', '2026-09-02')).toBe(false)
    expect(isOverdue('owes', null, '2026-09-02')).toBe(false)
  })
})
