import { sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import { parseJson } from '../../files/json.ts'
import {
  ProviderError,
  type RecordedLeague,
  type RecordedRequest,
  type RecordedResponse,
  SavedFileError,
  type SavedFiles,
  type SavedFilesContext,
  type SavedSeason,
} from '../league-provider.ts'
import { readLeague } from './bodies.ts'
import { type SleeperClient, sleeperProvider } from './sleeper-provider.ts'

type SleeperFile = { name: string; text: string; content: SleeperContent }

type LeagueFile = Extract<SleeperContent, { kind: 'league' }> & { name: string }

const LeagueBody = z.object({ previous_league_id: z.string().nullish() })

export const savedSleeperFiles: SavedFiles = {
  provider: 'sleeper',
  previousLeague: {
    request: (leagueId) => `league/${leagueId}`,
    idIn: (json) => LeagueBody.safeParse(json).data?.previous_league_id ?? null,
  },

  /** Empty answers do not say whose they are. */
  recognize(texts) {
    const trimmed = texts.map((text) => text.trim())
    const hasOwn = trimmed.some(isSleeperText)
    return trimmed.map((text) => isSleeperText(text) || (hasOwn && EMPTY_TEXT.test(text)))
  },

  async readSeason(saved, context) {
    const files = saved.map(({ name, text, json }) => {
      return { name, text, content: naming(name, () => readSavedContent(name, json)) }
    })
    const league = findLeague(files)
    rejectOtherLeague(league, context)
    const byPath = toPaths(files, league)
    for (const part of ['users', 'rosters'])
      if (!byPath.has(`league/${league.leagueId}/${part}`)) throw missingFile(league, part)
    const responses = [...byPath].map(([request, { text }]) => ({ request, body: text }))
    try {
      return await readSeason(league, byPath, responses, context.players)
    } catch (error) {
      throw withName(league.name, error)
    }
  },
}

async function readSeason(
  league: LeagueFile,
  byPath: ReadonlyMap<string, SleeperFile>,
  responses: SavedSeason['responses'],
  players: SavedFilesContext['players'],
): Promise<SavedSeason> {
  const { leagueId, season, scoredWeek } = league
  const request = { leagueId, season, players: async () => players ?? new Map() }
  const recorded = recordedSleeper(responses, request)
  const { progress, calendar } = await recorded.readSeason()
  const lastWeek = progress.isFinished ? (progress.finalWeek ?? scoredWeek) : scoredWeek
  const missing = calendar.periods
    .flatMap(({ weeks }) => weeks)
    .filter((week) => week <= lastWeek && !byPath.has(`league/${leagueId}/matchups/${week}`))
  const [first] = missing
  if (first !== undefined) throw missingFile(league, `matchups/${first}`, missing)
  return {
    leagueId,
    season,
    files: [...byPath.values()].map(({ name }) => name),
    responses,
    parts: await readParts(recorded, byPath, lastWeek, players !== null),
    isAddition: false,
  }
}

function naming<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw withName(file, error)
  }
}

function withName(file: string, error: unknown): unknown {
  const isUnnamed = error instanceof ProviderError && !(error instanceof SavedFileError)
  return isUnnamed ? new SavedFileError(file, error.message) : error
}

function findLeague(files: readonly SleeperFile[]): LeagueFile {
  const [first, second] = files.flatMap(({ name, content }) =>
    content.kind === 'league' ? [{ name, ...content }] : [],
  )
  if (first === undefined)
    throw new SavedFileError(
      files.map(({ name }) => name).join(', '),
      'also upload the league itself, https://api.sleeper.app/v1/league/ with its ID',
    )
  if (second !== undefined)
    throw new SavedFileError(
      second.name,
      `upload one season of Sleeper at a time. ${first.name} is a league, too`,
    )
  return first
}

function rejectOtherLeague(league: LeagueFile, { sources, knownIds, newest }: SavedFilesContext): void {
  const { name, leagueId, previousId, season } = league
  if (season > newest) throw new SavedFileError(name, `season: ${season} hasn't started yet`)
  const source = sourceOf(sources, season)
  if (source?.provider !== 'sleeper')
    throw new SavedFileError(
      name,
      `season: ${season} of this league is not from Sleeper. Add the source first`,
    )
  const ids = [leagueId, ...(previousId === null ? [] : [previousId])]
  if (!ids.some((id) => id === source.leagueId || knownIds.has(id)))
    throw new SavedFileError(
      name,
      `league_id: Sleeper league ${leagueId} is not known to be a season of this league. Upload the season after it first`,
    )
}

function toPaths(files: readonly SleeperFile[], league: LeagueFile): Map<string, SleeperFile> {
  const byPath = new Map<string, SleeperFile>()
  for (const file of files) {
    const { name, content } = file
    if (content.kind === 'unused') continue
    const ownId = 'leagueId' in content ? content.leagueId : null
    if (ownId !== null && ownId !== league.leagueId)
      throw new SavedFileError(
        name,
        `the file is of Sleeper league ${ownId}, but ${league.name} is ${league.leagueId}`,
      )
    const path = pathOf(content, league.leagueId)
    const other = byPath.get(path)
    if (other !== undefined) throw new SavedFileError(name, `${other.name} contains the same: ${path}`)
    byPath.set(path, file)
  }
  return byPath
}

/** The lineups, the transactions and the draft in the files. Lineups wait for the list that names their players. */
async function readParts(
  recorded: RecordedLeague,
  byPath: ReadonlyMap<string, SleeperFile>,
  lastWeek: number,
  hasPlayers: boolean,
): Promise<SavedSeason['parts']> {
  const parts: SavedSeason['parts'] = []
  const add = async (name: ArchivePartName, week: number, requests: string[]) => {
    const part = await recorded.readPart(name, week, [])
    if (part !== null) parts.push({ part, requests })
  }
  for (const [path, { content }] of byPath) {
    if (content.kind === 'transactions') await add('transactions', content.week, [path])
    if (content.kind === 'matchups' && content.week <= lastWeek && hasPlayers)
      await add('line-ups', content.week, [path])
  }
  const pathsOf = (...kinds: readonly SleeperContent['kind'][]) =>
    [...byPath].flatMap(([path, { content }]) => (kinds.includes(content.kind) ? [path] : []))
  if (pathsOf('picks').length > 0) await add('draft', 0, pathsOf('drafts', 'draft', 'picks'))
  return parts
}

function missingFile({ name, leagueId }: LeagueFile, part: string, weeks?: readonly number[]) {
  const which = weeks === undefined ? '' : `. Missing weeks: ${weeks.join(', ')}`
  return new SavedFileError(name, `also upload https://api.sleeper.app/v1/league/${leagueId}/${part}${which}`)
}

type SleeperContent =
  | { kind: 'league'; leagueId: string; season: number; previousId: string | null; scoredWeek: number }
  | { kind: 'users' | 'rosters' | 'drafts'; leagueId: string | null }
  | { kind: 'winners_bracket' | 'losers_bracket' }
  | { kind: 'matchups' | 'transactions'; week: number }
  | { kind: 'draft' | 'picks'; draftId: string }
  /** Traded picks, of which nothing is shown. */
  | { kind: 'unused' }

/** A response without data, which does not say whose it is. */
const EMPTY_TEXT = /^(?:\[\s*\]|null)$/
/** Keys that no other file has. */
const SLEEPER_KEYS = /"(?:roster_id|roster_positions|display_name|draft_id|transaction_id|t1|t2)"\s*:/
const LAST_WEEK = 18

const Id = z.string().regex(/^\d{1,20}$/)
const Rows = z.array(z.record(z.string(), z.unknown())).min(1)

function isSleeperText(text: string): boolean {
  return /^[[{]/.test(text) && SLEEPER_KEYS.test(text)
}

/** What a response contains, saved as a file with a name. Throws a ProviderError that says what is wrong. */
function readSavedContent(name: string, json: unknown): SleeperContent {
  if (json === null) throw problem("Sleeper's answer is null: it doesn't have this league or draft")
  if (Array.isArray(json) && json.length === 0) throw problem('the list is empty. Leave the file out')
  if (!Array.isArray(json)) return objectContentOf(json)
  const rows = Rows.safeParse(json)
  const [row] = rows.success ? rows.data : []
  if (row === undefined) throw unknownFile()
  if ('transaction_id' in row) return { kind: 'transactions', week: weekOf(name, row['leg']) }
  if ('pick_no' in row) return { kind: 'picks', draftId: idOf(row, 'draft_id') }
  if ('matchup_id' in row) return { kind: 'matchups', week: weekOf(name, null) }
  if ('previous_owner_id' in row) return { kind: 'unused' }
  const leagueId = Id.safeParse(row['league_id']).data ?? null
  if ('draft_id' in row) return { kind: 'drafts', leagueId }
  if ('roster_id' in row) return { kind: 'rosters', leagueId }
  if ('display_name' in row) return { kind: 'users', leagueId }
  if ('t1' in row || 't2' in row) return { kind: bracketOf(name) }
  throw unknownFile()
}

function objectContentOf(json: unknown): SleeperContent {
  const body = z.record(z.string(), z.unknown()).safeParse(json).data ?? {}
  if ('roster_positions' in body) {
    const { league_id: leagueId, season, previous_league_id: previousId, settings } = readLeague(json)
    if (leagueId == null) throw problem('league_id: the ID of the league is missing')
    return {
      kind: 'league',
      leagueId,
      season,
      previousId: previousId ?? null,
      scoredWeek: settings?.last_scored_leg ?? 0,
    }
  }
  if ('draft_id' in body) return { kind: 'draft', draftId: idOf(body, 'draft_id') }
  throw unknownFile()
}

function problem(detail: string): ProviderError {
  return new ProviderError('unexpected_shape', detail)
}

function idOf(row: Record<string, unknown>, key: string): string {
  const id = Id.safeParse(row[key])
  if (id.success) return id.data
  throw problem(`${key}: the ID is missing`)
}

/** The scores of a week do not contain it, so their file has to. */
function weekOf(name: string, leg: unknown): number {
  const own = z.int().min(1).max(LAST_WEEK).safeParse(leg)
  if (own.success) return own.data
  // Browsers add a number to a name that was saved before, such as "3 (1).json".
  const numbers = name.replace(/\s*\(\d+\)/g, '').match(/\d+/g) ?? []
  const week = numbers.map(Number).findLast((number) => number >= 1 && number <= LAST_WEEK)
  if (week !== undefined) return week
  throw problem('name the file after its week, such as matchups-3.json')
}

/** Both brackets have the same fields. */
function bracketOf(name: string): 'winners_bracket' | 'losers_bracket' {
  if (/los/i.test(name)) return 'losers_bracket'
  if (/win/i.test(name)) return 'winners_bracket'
  throw problem('name the file after its bracket, winners_bracket.json or losers_bracket.json')
}

function unknownFile(): ProviderError {
  return problem(
    'this is no answer that a season is read from. Upload league, users, rosters, matchups, winners_bracket, losers_bracket, transactions, drafts, draft and picks',
  )
}

function pathOf(content: Exclude<SleeperContent, { kind: 'unused' }>, leagueId: string): string {
  switch (content.kind) {
    case 'league':
      return `league/${leagueId}`
    case 'matchups':
    case 'transactions':
      return `league/${leagueId}/${content.kind}/${content.week}`
    case 'draft':
      return `draft/${content.draftId}`
    case 'picks':
      return `draft/${content.draftId}/picks`
    default:
      return `league/${leagueId}/${content.kind}`
  }
}

/** Translates recorded responses, whose requests are paths of the API, in the same way as when they were read. */
export function recordedSleeper(
  responses: readonly RecordedResponse[],
  { leagueId, season, players }: RecordedRequest,
): RecordedLeague {
  const request = { leagueId, season, cookies: null }
  return {
    async readSeason() {
      const read = await sleeperProvider(recordedAnswers(responses), players).readSeason(request)
      if (read !== null) return read.season
      throw new ProviderError('unexpected_shape', `no response for league ${leagueId} in ${season}`)
    },

    async readPart(name, week, ofPart) {
      // Transactions are stored without the answer of their league.
      const provider = sleeperProvider(recordedAnswers([...responses, ...ofPart]), players)
      return (await provider.readPart({ ...request, name, week }))?.part ?? null
    },
  }
}

/** A path without a response is one that Sleeper has no data for. Throws a SyntaxError for invalid JSON. */
function recordedAnswers(responses: readonly RecordedResponse[]): SleeperClient {
  const recorded = new Map(responses.map((response) => [response.request, response]))
  return {
    async get({ path }) {
      const response = recorded.get(path)
      const json = response === undefined ? null : parseJson(response.body)
      return response === undefined || json == null ? null : { ...response, fetchedAt: new Date(0), json }
    },
    getPlayers: async () => null,
  }
}
