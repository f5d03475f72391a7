import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import { ProviderError } from '../../providers/league-provider.ts'
import type { PlayerDirectory } from '../../providers/sleeper/client/sleeper-provider.ts'
import { readLeague } from '../../providers/sleeper/schemas/season-bodies.ts'
import { UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import type { SeasonToStore } from './changes.ts'
import { type RecordedSleeper, recordedSleeper } from './recorded-sleeper.ts'
import { fileError, readJsonOf, type UploadedFile } from './season-file.ts'

/** What a file that somebody saved from Sleeper's API contains. */
export type SleeperContent =
  | { kind: 'league'; leagueId: string; season: number; previousId: string | null; scoredWeek: number }
  | { kind: 'users' | 'rosters' | 'drafts'; leagueId: string | null }
  | { kind: 'winners_bracket' | 'losers_bracket' }
  | { kind: 'matchups' | 'transactions'; week: number }
  | { kind: 'draft' | 'picks'; draftId: string }
  /** Traded picks, of which nothing is shown. */
  | { kind: 'unused' }

export type SleeperFile = { name: string; text: string; content: SleeperContent }

/** Keys that no other file has. */
const SLEEPER_KEYS = /"(?:roster_id|roster_positions|display_name|draft_id|transaction_id|t1|t2)"\s*:/
const LAST_WEEK = 18

const Id = z.string().regex(/^\d{1,20}$/)
const Rows = z.array(z.record(z.string(), z.unknown())).min(1)

/** The files that were saved from Sleeper's API, and all others. Empty answers do not say whose they are. */
export function partitionFiles(files: readonly UploadedFile[]) {
  const texts = files.map((file) => ({ file, text: new TextDecoder().decode(file.bytes).trim() }))
  const sleeper = texts.filter(({ text }) => /^[[{]/.test(text) && SLEEPER_KEYS.test(text))
  const empty = sleeper.length === 0 ? [] : texts.filter(({ text }) => /^(?:\[\s*\]|null)$/.test(text))
  const found = new Set([...sleeper, ...empty].map(({ file }) => file))
  return {
    sleeper: files.filter((file) => found.has(file)),
    others: files.filter((file) => !found.has(file)),
  }
}

/** Reads a file. Throws a SeasonRejection that names it and the problem. */
export function readSleeperFile(file: UploadedFile): SleeperFile {
  const { name } = file
  const { text, json } = readJsonOf(file)
  if (json === null) throw fileError(name, "Sleeper's answer is null: it doesn't have this league or draft.")
  if (Array.isArray(json) && json.length === 0)
    throw fileError(name, 'the list is empty. Leave the file out.')
  return { name, text, content: contentOf(name, json) }
}

function contentOf(name: string, json: unknown): SleeperContent {
  if (!Array.isArray(json)) return objectContentOf(name, json)
  const rows = Rows.safeParse(json)
  const [row] = rows.success ? rows.data : []
  if (row === undefined) throw unknownFile(name)
  if ('transaction_id' in row) return { kind: 'transactions', week: weekOf(name, row['leg']) }
  if ('pick_no' in row) return { kind: 'picks', draftId: idOf(name, row, 'draft_id') }
  if ('matchup_id' in row) return { kind: 'matchups', week: weekOf(name, null) }
  if ('previous_owner_id' in row) return { kind: 'unused' }
  const leagueId = Id.safeParse(row['league_id']).data ?? null
  if ('draft_id' in row) return { kind: 'drafts', leagueId }
  if ('roster_id' in row) return { kind: 'rosters', leagueId }
  if ('display_name' in row) return { kind: 'users', leagueId }
  if ('t1' in row || 't2' in row) return { kind: bracketOf(name) }
  throw unknownFile(name)
}

function objectContentOf(name: string, json: unknown): SleeperContent {
  const body = z.record(z.string(), z.unknown()).safeParse(json).data ?? {}
  if ('roster_positions' in body) {
    const {
      league_id: leagueId,
      season,
      previous_league_id: previousId,
      settings,
    } = readLeagueFile(name, json)
    if (leagueId == null) throw fileError(name, 'league_id: the ID of the league is missing.')
    return {
      kind: 'league',
      leagueId,
      season,
      previousId: previousId ?? null,
      scoredWeek: settings?.last_scored_leg ?? 0,
    }
  }
  if ('draft_id' in body) return { kind: 'draft', draftId: idOf(name, body, 'draft_id') }
  throw unknownFile(name)
}

function readLeagueFile(name: string, json: unknown) {
  try {
    return readLeague(json)
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(name, `${error.message}.`)
    throw error
  }
}

function idOf(name: string, row: Record<string, unknown>, key: string): string {
  const id = Id.safeParse(row[key])
  if (id.success) return id.data
  throw fileError(name, `${key}: the ID is missing.`)
}

/** The scores of a week do not contain it, so their file has to. */
function weekOf(name: string, leg: unknown): number {
  const own = z.int().min(1).max(LAST_WEEK).safeParse(leg)
  if (own.success) return own.data
  // Browsers add a number to a name that was saved before, such as "3 (1).json".
  const numbers = name.replace(/\s*\(\d+\)/g, '').match(/\d+/g) ?? []
  const week = numbers.map(Number).findLast((number) => number >= 1 && number <= LAST_WEEK)
  if (week !== undefined) return week
  throw fileError(name, 'name the file after its week, such as matchups-3.json.')
}

/** Both brackets have the same fields. */
function bracketOf(name: string): 'winners_bracket' | 'losers_bracket' {
  if (/los/i.test(name)) return 'losers_bracket'
  if (/win/i.test(name)) return 'winners_bracket'
  throw fileError(name, 'name the file after its bracket, winners_bracket.json or losers_bracket.json.')
}

function unknownFile(name: string) {
  return fileError(
    name,
    'this is no answer that a season is read from. Upload league, users, rosters, matchups, winners_bracket, losers_bracket, transactions, drafts, draft and picks.',
  )
}

export type SleeperUploadContext = {
  sources: readonly LeagueSource[]
  /** The IDs of stored seasons, and of those that they follow. */
  knownIds: ReadonlySet<string>
  newest: number
  players: PlayerDirectory
}

type LeagueFile = Extract<SleeperContent, { kind: 'league' }> & { name: string }

/**
 * The season in files that were saved from Sleeper's API. Throws a SeasonRejection that names the file and the problem
 * if they are of several leagues, or if one is missing.
 */
export async function sleeperSeasonFromFiles(
  read: readonly SleeperFile[],
  context: SleeperUploadContext,
): Promise<SeasonToStore> {
  const league = findLeague(read)
  rejectOtherLeague(league, context)
  const byPath = toPaths(read, league)
  for (const part of ['users', 'rosters'])
    if (!byPath.has(`league/${league.leagueId}/${part}`)) throw missingFile(league, part)
  const responses = [...byPath].map(([path, { text }]) => ({
    request: `${UPLOAD_PREFIX}${path}`,
    body: text,
  }))
  const recorded = recordedSleeper(
    responses.map((response) => ({ ...response, fetchedAt: new Date(0) })),
    league,
    context.players,
  )
  try {
    const translated = { ...(await recorded.readSeason(null)), questions: [] }
    const { isFinished, finalWeek } = translated.season.progress
    const lastWeek = isFinished ? (finalWeek ?? league.scoredWeek) : league.scoredWeek
    const weeks = translated.season.calendar.periods.flatMap((period) => period.weeks)
    const missing = weeks.filter(
      (week) => week <= lastWeek && !byPath.has(`league/${league.leagueId}/matchups/${week}`),
    )
    const [first] = missing
    if (first !== undefined) throw missingFile(league, `matchups/${first}`, missing)
    const names = [...byPath.values()].map(({ name }) => name)
    const { season } = league
    return { season, responses, files: names, translated, parts: await readParts(recorded, byPath, lastWeek) }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(league.name, `${error.message}.`)
    throw error
  }
}

function findLeague(files: readonly SleeperFile[]): LeagueFile {
  const [first, second] = files.flatMap(({ name, content }) =>
    content.kind === 'league' ? [{ name, ...content }] : [],
  )
  if (first === undefined)
    throw fileError(
      files.map(({ name }) => name).join(', '),
      'also upload the league itself, https://api.sleeper.app/v1/league/ with its ID.',
    )
  if (second !== undefined)
    throw fileError(second.name, `upload one season of Sleeper at a time. ${first.name} is a league, too.`)
  return first
}

function rejectOtherLeague(league: LeagueFile, { sources, knownIds, newest }: SleeperUploadContext): void {
  const { name, leagueId, previousId, season } = league
  if (season > newest) throw fileError(name, `season: ${season} hasn't started yet.`)
  const source = sourceOf(sources, season)
  if (source?.provider !== 'sleeper')
    throw fileError(name, `season: ${season} of this league is not from Sleeper. Add the source first.`)
  const ids = [leagueId, ...(previousId === null ? [] : [previousId])]
  if (!ids.some((id) => id === source.leagueId || knownIds.has(id)))
    throw fileError(
      name,
      `league_id: Sleeper league ${leagueId} is not known to be a season of this league. Upload the season after it first.`,
    )
}

/** The files by the paths of the API. */
function toPaths(files: readonly SleeperFile[], league: LeagueFile): Map<string, SleeperFile> {
  const byPath = new Map<string, SleeperFile>()
  for (const file of files) {
    const { name, content } = file
    if (content.kind === 'unused') continue
    const ownId = 'leagueId' in content ? content.leagueId : null
    if (ownId !== null && ownId !== league.leagueId)
      throw fileError(
        name,
        `the file is of Sleeper league ${ownId}, but ${league.name} is ${league.leagueId}.`,
      )
    const path = pathOf(content, league.leagueId)
    const other = byPath.get(path)
    if (other !== undefined) throw fileError(name, `${other.name} contains the same: ${path}.`)
    byPath.set(path, file)
  }
  return byPath
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

/** The lineups, the transactions and the draft in the files. Lineups wait for the list that names their players. */
async function readParts(
  recorded: RecordedSleeper,
  byPath: ReadonlyMap<string, SleeperFile>,
  lastWeek: number,
): Promise<SeasonToStore['parts']> {
  const parts: SeasonToStore['parts'][number][] = []
  const add = async (name: ArchivePartName, week: number, paths: readonly string[]) => {
    const part = await recorded.readPart(name, week)
    if (part !== null) parts.push({ part, requests: paths.map((path) => `${UPLOAD_PREFIX}${path}`) })
  }
  for (const [path, { content }] of byPath) {
    if (content.kind === 'transactions') await add('transactions', content.week, [path])
    if (content.kind === 'matchups' && content.week <= lastWeek) {
      try {
        await add('line-ups', content.week, [path])
      } catch (error) {
        if (!(error instanceof ProviderError) || error.failure !== 'unavailable') throw error
      }
    }
  }
  const draftPaths = [...byPath]
    .filter(([, { content }]) => ['drafts', 'draft', 'picks'].includes(content.kind))
    .map(([path]) => path)
  if ([...byPath.values()].some(({ content }) => content.kind === 'picks')) await add('draft', 0, draftPaths)
  return parts
}

function missingFile({ name, leagueId }: LeagueFile, part: string, weeks?: readonly number[]) {
  const which = weeks === undefined ? '' : ` Missing weeks: ${weeks.join(', ')}.`
  return fileError(name, `also upload https://api.sleeper.app/v1/league/${leagueId}/${part}.${which}`)
}
