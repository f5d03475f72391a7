import { z } from 'zod'
import { ProviderError } from '../league-provider.ts'
import { readBody } from './bodies.ts'
import { translateWeek } from './week.ts'

/** What a captured answer is about. */
export type CapturedBody = {
  leagueId: number
  season: number
  /** The NFL week whose line-ups it has; null for none. */
  week: number | null
}

/** What tells an answer about a league from any other answer. */
const Captured = z.object({
  id: z.int(),
  seasonId: z.int(),
  scoringPeriodId: z.int().nullish().catch(null),
  schedule: z.array(z.unknown()).nullish(),
})

const PARTS = ['teams', 'schedule', 'settings', 'members', 'status', 'draftDetail', 'transactions']

const WithLineups = z
  .array(z.looseObject({}))
  .transform((games) =>
    games.some(({ home, away }) => [home, away].some((side) => SideWithLineup.safeParse(side).success)),
  )
const SideWithLineup = z.object({
  rosterForCurrentScoringPeriod: z.object({ entries: z.array(z.unknown()) }),
})

/**
 * Finds out what an answer is that somebody captured: the body of a league, or a list of one.
 * Throws `unexpected_shape` with the path of what is wrong.
 */
export function readCaptured(json: unknown): CapturedBody {
  const body: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json
  const parsed = Captured.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') || 'the body'
    throw new ProviderError('unexpected_shape', `${path}: this is no answer about a league`)
  }
  if (!PARTS.some((part) => Object.hasOwn(body as object, part))) {
    throw new ProviderError('unexpected_shape', `the body: it has none of ${PARTS.join(', ')}`)
  }
  const { id: leagueId, seasonId: season, scoringPeriodId: week } = parsed.data
  const about = { leagueId, season }
  readBody(body, about)
  if (week == null || !hasLineups(json)) return { ...about, week: null }
  translateWeek(body, { ...about, week })
  return { ...about, week }
}

/** Whether an answer says who stood in the line-ups of a week. */
export function hasLineups(json: unknown): boolean {
  const body: unknown = Array.isArray(json) ? json[0] : json
  const { schedule } = Captured.partial().safeParse(body).data ?? {}
  return WithLineups.safeParse(schedule).data ?? false
}
