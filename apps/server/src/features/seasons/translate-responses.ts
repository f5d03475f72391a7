import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { DATE_ORDERS, DECIMAL_MARKS } from '@fieldhouse/domain/interchange/cell-text'
import type { FileProblem } from '@fieldhouse/domain/interchange/league-file-format'
import {
  type NamedTable,
  seasonFromTables,
  type TableProblem,
} from '@fieldhouse/domain/interchange/season-from-tables'
import { PROVIDER_NAMES, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import {
  completeSeason,
  NO_ANSWERS,
  type SeasonAnswers,
  type SeasonQuestion,
  withConsistencyFindings,
} from '@fieldhouse/domain/seasons/season-check'
import {
  completenessOf,
  type SeasonCompleteness,
  type SeasonSource,
} from '@fieldhouse/domain/seasons/season-replacement'
import { OWNER_TEAMS_MEANINGS, type TableQuestion } from '@fieldhouse/domain/seasons/table-row'
import { z } from 'zod'
import { parseJson } from '../../files/json.ts'
import {
  type PlayerDirectory,
  ProviderError,
  type RecordedLeague,
  type RecordedRequest,
  type RecordedResponse,
} from '../../providers/league-provider.ts'
import { RECORDED_LEAGUES } from '../../providers/recorded-leagues.ts'
import {
  ANSWERS_REQUEST,
  CSV_PREFIX,
  FILE_PREFIX,
  fileNameOf,
  UPLOAD_PREFIX,
} from '../../repositories/provider-response-store.ts'
import type { FileOrigin } from '../../repositories/stored-seasons.ts'
import { type FileSeason, parseFileJson, readLeagueFile, translateLeagueFile } from './league-file.ts'
import { partsFromTables, readCsv } from './season-file.ts'
import { translateParts } from './translate-parts.ts'

export type TranslatedSeason = {
  season: LeagueSeason
  completeness: SeasonCompleteness
  provider: ProviderName | null
  /** The lineups, draft and transactions of a file. Those of other responses are translated apart. */
  parts: readonly ArchivePart[]
  players: readonly NflPlayer[]
  /** The format of the file; null for responses of a provider. */
  file: FileOrigin | null
  /** What only the admin's answers decide. */
  questions: readonly SeasonQuestion[]
  /** What tables leave open. A season is stored only with the answers. */
  tableQuestions: readonly TableQuestion[]
}

export type Recording = RecordedRequest & {
  provider: ProviderName
  /** What the provider once said about other seasons, if its responses do not. */
  previousSeasons?: readonly number[]
}

/**
 * The responses are in their order, with the answers among them. Throws a ProviderError if they do not make up a
 * season, or a SyntaxError for invalid JSON.
 */
export async function translateResponses(
  responses: readonly RecordedResponse[],
  recording: Recording,
  translate = translateFiles,
): Promise<TranslatedSeason> {
  const file = translate(responses, recording.season)
  const { season, questions } = completeSeason(
    file?.season ?? (await readRecordedSeason(responses, recording)),
    findAnswers(responses),
    { hasOwnRecords: file?.hasOwnRecords ?? true },
  )
  const checked = withConsistencyFindings(season)
  return {
    season: checked,
    completeness: completenessOf(checked, file === null ? sourceOf(responses) : 'csv'),
    provider: file === null ? recording.provider : file.provider,
    parts: file?.parts ?? [],
    players: file?.players ?? [],
    file: file === null ? null : { files: [], version: file.version, platform: file.platform },
    questions,
    tableQuestions: file?.questions ?? [],
  }
}

/** A provider's list of players; null before it has been read. */
export async function findPlayerList(players: PlayerDirectory) {
  try {
    return await players(undefined)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'unavailable') return null
    throw error
  }
}

async function readRecordedSeason(responses: readonly RecordedResponse[], recording: Recording) {
  const season = await recordedLeague(responses, recording).readSeason()
  const { previousSeasons } = recording
  return previousSeasons === undefined ? season : { ...season, previousSeasons: [...previousSeasons] }
}

export function recordedLeague(
  responses: readonly RecordedResponse[],
  { provider, ...request }: Recording,
): RecordedLeague {
  const own = responses.filter((response) => response.request !== ANSWERS_REQUEST).map(withoutPrefix)
  return RECORDED_LEAGUES[provider](own, request)
}

/** A response with the request as it was sent, also if it was uploaded. */
export function withoutPrefix({ request, body }: RecordedResponse): RecordedResponse {
  return { request: request.replace(UPLOAD_PREFIX, ''), body }
}

function sourceOf(responses: readonly RecordedResponse[]): SeasonSource {
  return responses.some(({ request }) => request.startsWith(UPLOAD_PREFIX)) ? 'upload' : 'espn'
}

/** The contents of files contradict themselves or each other. */
export class ContentsError extends ProviderError {
  override name = 'ContentsError'
  readonly problems: readonly (FileProblem & { file?: string })[]

  constructor(problems: readonly (FileProblem & { file?: string })[]) {
    const [first] = problems
    super('unexpected_shape', `${first?.field}: ${first?.detail}`)
    this.problems = problems
  }
}

export type TranslatedFile = FileSeason & {
  version: number | null
  questions: readonly TableQuestion[]
}

/**
 * With the answers among the responses. null for responses of a provider. Throws a ContentsError, or a ProviderError if
 * the season is not in the files.
 */
export function translateFiles(responses: readonly RecordedResponse[], year: number): TranslatedFile | null {
  const document = responses.find(({ request }) => request.startsWith(FILE_PREFIX))
  if (document !== undefined) return translateDocument(document, year)
  const tables = responses.filter(({ request }) => request.startsWith(CSV_PREFIX))
  return tables.length === 0 ? null : translateTables(tables, year, findAnswers(responses))
}

/** Returns a function that translates like `translateFiles`, but the same files only once: many parts come from one. */
export function onceForFiles(): typeof translateFiles {
  const translated = new Map<string, TranslatedFile | null>()
  return (responses, year) => {
    const files = responses.filter(
      ({ request }) => fileNameOf(request) !== null || request === ANSWERS_REQUEST,
    )
    const key = [year, ...files.map(({ request, body }) => `${request}\n${body}`)].join('\n')
    const known = translated.get(key)
    if (known !== undefined) return known
    const file = translateFiles(responses, year)
    translated.set(key, file)
    return file
  }
}

function translateDocument({ body }: RecordedResponse, year: number): TranslatedFile {
  const { seasons, problems, version } = readLeagueFile(parseFileJson(body))
  if (problems.length > 0) throw new ContentsError(problems)
  const read = seasons.find(({ season }) => season.season === year)
  if (read === undefined) throw new ProviderError('unexpected_shape', `the file has no season ${year}`)
  return translateReadSeason(read.season, version)
}

/** Translates a season of a league file that has been checked. Throws a ContentsError. */
export function translateReadSeason(season: LeagueFileSeason, version: number): TranslatedFile {
  const { problems: contradictions, ...translated } = translateLeagueFile(season)
  if (contradictions.length > 0)
    throw new ContentsError(
      contradictions.map((problem) => ({ ...problem, field: `${season.season} ${problem.field}` })),
    )
  return { ...translated, version, questions: [] }
}

function translateTables(responses: readonly RecordedResponse[], year: number, answers: SeasonAnswers) {
  const tables: NamedTable[] = []
  const problems: TableProblem[] = []
  for (const { request, body } of responses) {
    const file = request.slice(CSV_PREFIX.length)
    const table = readCsv(body, answers)
    if (table.kind === 'invalid') problems.push(...table.problems.map((problem) => ({ ...problem, file })))
    else if (table.rows.some(({ season }) => season === year)) tables.push({ file, table })
  }
  if (problems.length > 0) throw new ContentsError(problems)
  if (tables.length === 0) throw new ProviderError('unexpected_shape', `the CSV file has no season ${year}`)
  const { season: found, problems: contradictions } = seasonFromTables(tables, year, answers)
  if (found === null) throw new ContentsError(contradictions)
  const { season, platform, platformLeagueId, hasOwnRecords, nameOf, questions } = found
  const { problems: partProblems, ...fileParts } = partsFromTables(tables, season, nameOf)
  if (partProblems.length > 0) throw new ContentsError(partProblems)
  const { parts, players } = translateParts(
    { ...fileParts, season: year, platform_league_id: platformLeagueId },
    (owner) => owner,
  )
  const provider = PROVIDER_NAMES.find((name) => name === platform?.toLowerCase()) ?? null
  return {
    season: { ...season, providerLeagueId: platformLeagueId ?? '' },
    parts,
    players,
    hasOwnRecords,
    provider: platformLeagueId === null ? null : provider,
    platform,
    version: null,
    questions: [
      ...firstOfEachKind(
        tables.flatMap(({ table }) => table.questions.filter((each) => each.season === year)),
      ),
      ...questions,
    ],
  }
}

/** One answer is enough for several tables. */
function firstOfEachKind(questions: readonly TableQuestion[]): TableQuestion[] {
  return questions.filter((each, index) => questions.findIndex(({ kind }) => kind === each.kind) === index)
}

const StoredAnswers: z.ZodType<SeasonAnswers> = z.object({
  regularSeasonPeriods: z.int().nullable(),
  podium: z.array(z.int()),
  decimalMark: z.enum(DECIMAL_MARKS).nullable().default(null),
  dateOrder: z.enum(DATE_ORDERS).nullable().default(null),
  owners: z.array(z.object({ owner: z.string(), meaning: z.enum(OWNER_TEAMS_MEANINGS) })).default([]),
})

export function formatAnswers(answers: SeasonAnswers): RecordedResponse {
  return { request: ANSWERS_REQUEST, body: JSON.stringify(StoredAnswers.parse(answers)) }
}

/** The answers among the responses of a season. Throws a ProviderError if they are damaged. */
function findAnswers(responses: readonly RecordedResponse[]): SeasonAnswers {
  const stored = responses.find(({ request }) => request === ANSWERS_REQUEST)
  if (stored === undefined) return NO_ANSWERS
  const answers = StoredAnswers.safeParse(parseJson(stored.body))
  if (answers.success) return answers.data
  throw new ProviderError('unexpected_shape', 'the stored answers are damaged', { cause: answers.error })
}

export function questionText(season: number, question: TableQuestion): string {
  switch (question.kind) {
    case 'decimal_mark':
      return `Season ${season}: ${question.example} in the points can be read in two ways. Say which mark is before the decimals.`
    case 'date_order':
      return `Season ${season}: the date ${question.example} can be read in two ways. Say whether the day or the month is first.`
    case 'owner_teams':
      return `Season ${season}: ${question.owner} has ${question.teams.length} teams (${question.teams.join(', ')}). Say whether they are one team with a new name, teams of one person, or of different people.`
  }
}
