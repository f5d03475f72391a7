import { randomNumbers, seedOf } from '../insights/odds/score-model.ts'

export type Phrase<Fact> = (fact: Fact) => string

export interface Phrasebook {
  /** Returns null when every phrase has been used. */
  draw<Fact>(phrases: readonly Phrase<Fact>[], fact: Fact): string | null
}

/**
 * The same season and week always choose the same phrases. Consecutive weeks begin at different ones, so that a reader
 * of all weeks does not see the same phrase two weeks in a row.
 */
export function phrasebook(seasonKey: string, week: number): Phrasebook {
  const used = new Set<unknown>()
  const orders = new Map<unknown, readonly unknown[]>()
  return {
    draw<Fact>(phrases: readonly Phrase<Fact>[], fact: Fact) {
      const order = (orders.get(phrases) ?? shuffle(phrases, seasonKey)) as readonly Phrase<Fact>[]
      orders.set(phrases, order)
      const stride = Math.max(1, Math.floor(order.length / 3))
      const first = (week * stride + Math.floor(week / 3)) % Math.max(order.length, 1)
      const rotated = [...order.slice(first), ...order.slice(0, first)]
      const phrase = rotated.find((each) => !used.has(each))
      if (phrase === undefined) return null
      used.add(phrase)
      return phrase(fact)
    },
  }
}

function shuffle<Item>(items: readonly Item[], seedText: string): Item[] {
  const random = randomNumbers(seedOf(seedText))
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}
