import { sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import {
  ProviderError,
  type RecordedLeague,
  SavedFileError,
  type SavedFiles,
  type SavedFilesContext,
  type SavedSeason,
} from '../../league-provider.ts'
import { recordedSleeper } from './recorded-answers.ts'
import {
  isEmptyText,
  isSleeperText,
  pathOf,
  readSavedContent,
  type SleeperContent,
} from './saved-responses.ts'

type SleeperFile = { name: string; text: string; content: SleeperContent }

type LeagueFile = Extract<SleeperContent, { kind: 'league' }> & { name: string }

const LeagueBody = z.object({ previous_league_id: z.string().nullish() })

/** The answers to all requests for a season, each in a file. */
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
    return trimmed.map((text) => isSleeperText(text) || (hasOwn && isEmptyText(text)))
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

/** The files by the paths of the API. */
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
  const ofDraft = [...byPath].filter(([, { content }]) => ['drafts', 'draft', 'picks'].includes(content.kind))
  if (ofDraft.some(([, { content }]) => content.kind === 'picks'))
    await add(
      'draft',
      0,
      ofDraft.map(([path]) => path),
    )
  return parts
}

function missingFile({ name, leagueId }: LeagueFile, part: string, weeks?: readonly number[]) {
  const which = weeks === undefined ? '' : `. Missing weeks: ${weeks.join(', ')}`
  return new SavedFileError(name, `also upload https://api.sleeper.app/v1/league/${leagueId}/${part}${which}`)
}
