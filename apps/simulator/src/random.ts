import { randomNumbers } from '@fieldhouse/domain/insights/odds/score-model'

/** A pseudorandom number generator. The same key always gives the same sequence. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  float(): number
  /** Returns an integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number
  /**
   * Returns a number from a bell-shaped distribution around the mean, at most three times `spread` away from
   * it.
   */
  around(mean: number, spread: number): number
  shuffle<T>(items: readonly T[]): T[]
}

export type Seed = string | number

/** Every random decision has its own key, so adding one does not change the others. */
export function randomFrom(...key: Seed[]): Random {
  const share = randomNumbers(hashOf(key.join('|')))
  const between = (low: number, high: number) => low + Math.floor(share() * (high - low + 1))
  return {
    float: share,
    integer: between,
    around(mean, spread) {
      const sum = share() + share() + share() + share() + share() + share()
      return mean + (sum - 3) * spread
    },
    shuffle(items) {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = between(0, last)
        const moved = shuffled[last] as (typeof shuffled)[number]
        shuffled[last] = shuffled[other] as typeof moved
        shuffled[other] = moved
      }
      return shuffled
    },
  }
}

/** A 32-bit hash: FNV-1a, followed by a mixing step so that similar texts get very different hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Derives an ID in the provider's GUID format, in lower case and without braces. */
export function guidOf(name: string): string {
  const digits = [1, 2, 3, 4].map((part) => hashOf(`${name}${part}`).toString(16).padStart(8, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
