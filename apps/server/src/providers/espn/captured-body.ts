import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/archive-part'
import { z } from 'zod'
import { ProviderError } from '../league-provider.ts'
import { translatePart } from './archive-part.ts'
import { readBody } from './bodies.ts'

/** What a captured answer is about. */
export type CapturedBody = {
  leagueId: number
  season: number
  /** What it has of the season's archive. */
  parts: ArchivePart[]
  /** Whether it says whose the teams are, as every answer about a season does and none about a week alone. */
  hasOwners: boolean
}

/** No season has more NFL weeks; the provider goes on counting after the last. */
const MAX_WEEKS = 25

const NonEmptyArray = z.array(z.unknown()).min(1)

/** What tells an answer about a league from any other answer. */
const CapturedResponse = z.object({
  id: z.int(),
  seasonId: z.int(),
  scoringPeriodId: z.int().min(0).max(MAX_WEEKS).nullish().catch(null),
  schedule: z.array(z.unknown()).nullish(),
  teams: z.array(z.unknown()).nullish().catch(null),
  draftDetail: z.object({ picks: NonEmptyArray }).nullish().catch(null),
  transactions: NonEmptyArray.nullish().catch(null),
})

type CapturedResponse = z.output<typeof CapturedResponse>

const LEAGUE_BODY_KEYS = ['teams', 'schedule', 'settings', 'members', 'status', 'draftDetail', 'transactions']

const HasLineups = z
  .array(z.looseObject({}))
  .transform((games) =>
    games.some(({ home, away }) => [home, away].some((side) => SideWithLineup.safeParse(side).success)),
  )
const SideWithLineup = z.object({
  rosterForCurrentScoringPeriod: z.object({ entries: z.array(z.unknown()) }),
})

const HasOwners = z.object({ owners: NonEmptyArray })

/**
 * Finds out what an answer is that somebody captured: the body of a league, or a list of one.
 * Throws `unexpected_shape` with the path of what is wrong.
 */
export function parseCapturedBody(json: unknown): CapturedBody {
  const body: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json
  const parsed = CapturedResponse.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') || 'the body'
    throw new ProviderError('unexpected_shape', `${path}: this is no answer about a league`)
  }
  if (!LEAGUE_BODY_KEYS.some((part) => Object.hasOwn(body as object, part))) {
    throw new ProviderError('unexpected_shape', `the body: it has none of ${LEAGUE_BODY_KEYS.join(', ')}`)
  }
  const about = { leagueId: parsed.data.id, season: parsed.data.seasonId }
  readBody(body, about)
  const week = parsed.data.scoringPeriodId ?? 0
  const parts = partNamesIn(parsed.data).map((name) => translatePart(body, { ...about, week, name }))
  const hasOwners = parsed.data.teams?.some((team) => HasOwners.safeParse(team).success) ?? false
  return { ...about, parts: parts.filter(isNonEmptyPart), hasOwners }
}

function partNamesIn({
  scoringPeriodId,
  schedule,
  draftDetail,
  transactions,
}: CapturedResponse): ArchivePartName[] {
  const names: ArchivePartName[] = []
  // The week before the first has no line-ups, but it may have transactions.
  if (scoringPeriodId && HasLineups.safeParse(schedule).data === true) names.push('line-ups')
  if (draftDetail != null) names.push('draft')
  if (transactions != null && scoringPeriodId != null) names.push('transactions')
  return names
}

/** Before a draft there are places for picks, and line-ups of the season before: all of them count for nothing. */
function isNonEmptyPart(part: ArchivePart): boolean {
  switch (part.name) {
    case 'line-ups':
      return part.week.lineups.length > 0
    case 'draft':
      return part.draft.picks.length > 0
    case 'transactions':
      return part.week.transactions.length > 0
  }
}
