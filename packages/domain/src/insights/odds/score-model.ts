import { squaredDeviations } from '../season/luck.ts'
import { completedGames, meanOf, type RegularSeason, scoresByWeek } from '../season/regular-season.ts'

/** The start of a random sequence: 32-bit FNV-1a over the UTF-8 bytes of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of utf8Bytes(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The percent-encoding of a text has its UTF-8 bytes. */
function utf8Bytes(text: string): number[] {
  const encoded = encodeURIComponent(text)
  return [...encoded.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([char, hex]) =>
    hex === undefined ? char.charCodeAt(0) : Number.parseInt(hex, 16),
  )
}

/** The Mulberry32 generator: numbers from 0 (inclusive) to 1 (exclusive). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Standard normal numbers in pairs (Box and Muller). */
export function normalNumbers(random: () => number): () => number {
  let hasSecond = false
  let second = 0
  return () => {
    hasSecond = !hasSecond
    if (!hasSecond) return second
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    second = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** How many weeks of average scores are added to those of each team. */
const PRIOR_WEEKS = 6

export type ScoreModel = NonNullable<ReturnType<typeof fitScoreModel>>

/**
 * What the scores of the completed periods say about the scores to come, in points per NFL week. `spread` is the standard
 * deviation of a score around the strength of its team, and `variance` is that of the strength. Teams are in the order of
 * the season. null before every team has two weekly scores, and if all are equal.
 */
export function fitScoreModel(season: RegularSeason) {
  const weeks = [...scoresByWeek(completedGames(season)).values()].map((scores) => ({
    scores,
    mean: meanOf(scores.map(({ points }) => points)) ?? 0,
  }))
  const differences = season.teams.map(({ teamId }) =>
    weeks.flatMap(({ scores, mean }) =>
      scores.filter((score) => score.teamId === teamId).map(({ points }) => (points - mean) / 100),
    ),
  )
  if (differences.length === 0 || differences.some(({ length }) => length < 2)) return null
  const squares = differences.reduce((sum, each) => sum + squaredDeviations(each), 0)
  const variance = squares / differences.reduce((sum, { length }) => sum + length - 1, 0)
  if (variance < 1e-9) return null
  const all = weeks.flatMap(({ scores }) => scores.map(({ points }) => points / 100))
  return {
    mean: meanOf(all) ?? 0,
    spread: Math.sqrt(variance),
    teams: differences.map((each) => ({
      strength: (each.length / (each.length + PRIOR_WEEKS)) * (meanOf(each) ?? 0),
      variance: variance / (each.length + PRIOR_WEEKS),
    })),
  }
}
