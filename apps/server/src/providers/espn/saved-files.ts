import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import { parseJson } from '../../files/json.ts'
import {
  ProviderError,
  type RecordedLeague,
  type RecordedRequest,
  type RecordedResponse,
  SavedFileError,
  type SavedFiles,
} from '../league-provider.ts'
import { translatePart } from './archive.ts'
import { readBody } from './bodies.ts'
import { translateSeason } from './season.ts'

/** Captured responses, each of which says whose it is. */
export const savedEspnFiles: SavedFiles = {
  provider: 'espn',
  recognize: (texts) => texts.map(() => true),
  async readSeason(files, { sources }) {
    const [{ name, text, json } = { name: '', text: '', json: null }] = files
    const { leagueId, season, parts, hasOwners } = parseCapturedBody(json)
    const source = sourceOf(sources, season)
    if (source?.provider !== 'espn' || source.leagueId !== leagueId)
      throw new SavedFileError(
        name,
        `id: the file is from ESPN league ${leagueId}, but ${describe(source, season)}`,
      )
    return {
      leagueId,
      season,
      files: [name],
      responses: [{ request: name, body: text }],
      parts: parts.map((part) => ({ part, requests: [name] })),
      isAddition: parts.length > 0 && !hasOwners,
    }
  },
}

function describe(source: LeagueSource | null, season: number): string {
  if (source === null) return `this league has no source for the ${season} season`
  return source.provider === 'espn'
    ? `this is league ${source.leagueId}`
    : `the ${season} season of this league is from ${LEAGUE_PROVIDERS[source.provider].label}`
}

/** More than any NFL season has. ESPN keeps counting after the last week. */
const MAX_WEEKS = 25

const NonEmptyArray = z.array(z.unknown()).min(1)

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

/** Also accepts an array with one body. Throws `unexpected_shape` with the path of the invalid field. */
function parseCapturedBody(json: unknown) {
  const body: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json
  const parsed = CapturedResponse.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') || 'body'
    throw new ProviderError('unexpected_shape', `${path}: this is not an ESPN league response`)
  }
  if (!LEAGUE_BODY_KEYS.some((key) => Object.hasOwn(body as object, key))) {
    throw new ProviderError(
      'unexpected_shape',
      `body: expected at least one of ${LEAGUE_BODY_KEYS.join(', ')}`,
    )
  }
  const identity = { leagueId: String(parsed.data.id), season: parsed.data.seasonId }
  readBody(body, identity)
  const week = parsed.data.scoringPeriodId ?? 0
  const parts = partNamesIn(parsed.data).map((name) => translatePart(body, { ...identity, week, name }))
  // True for every response about a season, false for one about a week only.
  const hasOwners = parsed.data.teams?.some((team) => HasOwners.safeParse(team).success) ?? false
  return { ...identity, parts: parts.filter(isNonEmptyPart), hasOwners }
}

function partNamesIn({
  scoringPeriodId,
  schedule,
  draftDetail,
  transactions,
}: CapturedResponse): ArchivePartName[] {
  const names: ArchivePartName[] = []
  // Week 0, before the season, has no lineups but may have transactions.
  if (scoringPeriodId && HasLineups.safeParse(schedule).data === true) names.push('line-ups')
  if (draftDetail != null) names.push('draft')
  if (transactions != null && scoringPeriodId != null) names.push('transactions')
  return names
}

/** Before a draft, picks without players and last season's lineups are dropped, which can leave a part empty. */
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

/** Each response contains everything of its part. */
export function recordedEspn(
  responses: readonly RecordedResponse[],
  { leagueId, season }: RecordedRequest,
): RecordedLeague {
  const expected = { leagueId, season }
  return {
    readSeason: async () =>
      translateSeason(
        responses.map(({ body }) => parseJson(body)),
        expected,
      ),
    readPart: async (name, week, [response]) =>
      response === undefined ? null : translatePart(parseJson(response.body), { ...expected, week, name }),
  }
}
