import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import type { PlayerDirectory } from '../../providers/league-provider.ts'
import { ProviderError, type RecordedLeague } from '../../providers/league-provider.ts'
import {
  isEmptyText,
  isSleeperText,
  pathOf,
  readSavedContent,
  type SleeperContent,
} from '../../providers/sleeper/client/saved-responses.ts'
import { UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import type { SeasonToStore } from './changes.ts'
import { fileError, readJsonOf, type UploadedFile } from './season-file.ts'
import { recordedLeague, translateResponses } from './translate-responses.ts'

export type SleeperFile = { name: string; text: string; content: SleeperContent }

/** The files that were saved from Sleeper's API, and all others. Empty answers do not say whose they are. */
export function partitionFiles(files: readonly UploadedFile[]) {
  const texts = files.map((file) => ({ file, text: new TextDecoder().decode(file.bytes).trim() }))
  const sleeper = texts.filter(({ text }) => isSleeperText(text))
  const empty = sleeper.length === 0 ? [] : texts.filter(({ text }) => isEmptyText(text))
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
  try {
    return { name, text, content: readSavedContent(name, json) }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(name, `${error.message}.`)
    throw error
  }
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
  const recording = {
    provider: 'sleeper',
    leagueId: league.leagueId,
    season: league.season,
    players: context.players,
  } as const
  try {
    const translated = { ...(await translateResponses(responses, recording)), questions: [] }
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
    return {
      season,
      responses,
      files: names,
      translated,
      parts: await readParts(recordedLeague(responses, recording), byPath, lastWeek),
    }
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

/** The lineups, the transactions and the draft in the files. Lineups wait for the list that names their players. */
async function readParts(
  recorded: RecordedLeague,
  byPath: ReadonlyMap<string, SleeperFile>,
  lastWeek: number,
): Promise<SeasonToStore['parts']> {
  const parts: SeasonToStore['parts'][number][] = []
  const add = async (name: ArchivePartName, week: number, paths: readonly string[]) => {
    const part = await recorded.readPart(name, week, [])
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
