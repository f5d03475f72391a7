import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { ProviderError } from '../../providers/league-provider.ts'
import type { PlayerDirectory } from '../../providers/sleeper/client/sleeper-provider.ts'
import { UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import { type RecordedSleeper, recordedSleeper } from './recorded-sleeper.ts'
import { fileError } from './season-file.ts'
import type { SleeperContent, SleeperFile } from './sleeper-file.ts'
import type { SeasonToStore } from './store.ts'

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
