/** A stream of chance that is the same whenever it is made from the same key. */
export type Random = {
  /** 0 up to, but not including, 1. */
  share(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  /** Bell-shaped around the mean, never farther from it than three spreads. */
  around(mean: number, spread: number): number
  shuffle<T>(items: readonly T[]): T[]
}

export type Seed = string | number

/** Each thing of chance has its own key, so that adding one leaves the others as they are. */
export function randomFrom(...key: Seed[]): Random {
  const share = mulberry32(hashOf(key.join('|')))
  const between = (low: number, high: number) => low + Math.floor(share() * (high - low + 1))
  return {
    share,
    between,
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

/** A number of 32 bits for a text (FNV-1a, then stirred so that neighbours differ widely). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** An id in the provider's form, lower case and without braces. */
export function guidOf(name: string): string {
  const digits = [1, 2, 3, 4].map((part) => hashOf(`${name}${part}`).toString(16).padStart(8, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Mulberry32: small, quick, and even enough for a game. */
function mulberry32(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
