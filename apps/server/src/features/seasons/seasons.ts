import { buffer } from 'node:stream/consumers'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { leagueFileSchema } from '@fieldhouse/contract/seasons/league-file'
import * as contract from '@fieldhouse/contract/seasons/seasons'
import {
  MAX_SEASON_FILES,
  MAX_UNPACKED_FILES,
  SeasonAnswers as SeasonAnswersField,
} from '@fieldhouse/contract/seasons/seasons'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import { podiumOf } from '@fieldhouse/domain/seasons/playoffs'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-check'
import { depthWithLineups, type SeasonCompleteness } from '@fieldhouse/domain/seasons/season-replacement'
import type { TableQuestion } from '@fieldhouse/domain/seasons/table-row'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { withZip, ZipError, type ZipLimits } from '../../files/zip.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import {
  downloadName,
  openExport,
  readUploads,
  sendDownload,
  type UploadForm,
} from '../../http/file-transfers.ts'
import { operation } from '../../http/operation.ts'
import { presentImport, presentOrigin, toWire } from '../../http/to-wire.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { listKnownLeagueIds, listSources } from '../../repositories/league-sources.ts'
import {
  listFailures,
  listSeasonSummaries,
  type SeasonFailure,
  type SeasonSummary,
} from '../../repositories/season-store.ts'
import { exportAsJson, exportAsTables } from './export-seasons.ts'
import { csvTemplate, fileError, type UploadedFile } from './season-file.ts'
import { seasonsFromFiles } from './seasons-from-files.ts'
import {
  previewSeasons as preview,
  type SeasonPreview,
  type SeasonToStore,
  storeSeasons,
} from './store-seasons.ts'
import { findPlayerList, questionText, type TranslatedSeason } from './translate-responses.ts'

const LEAGUE_FILE_SCHEMA = leagueFileSchema()

export const seasons = [
  operation(contract.previewSeasons, async ({ ctx, league, request }) => {
    const offered = await readSeasons(ctx, league.id, request)
    return { seasons: (await preview(ctx.db, league.id, offered)).map(presentPreview) }
  }),

  operation(contract.uploadSeasons, async (call) => {
    const offered = await readSeasons(call.ctx, call.league.id, call.request)
    requireAnswers(offered)
    const stored = await storeSeasons(call, offered)
    return { seasons: stored.map((each) => ({ ...presentSummary(each), files: each.files })) }
  }),

  operation(contract.listSeasons, async ({ ctx, league }) => {
    const [summaries, failures] = await Promise.all([
      listSeasonSummaries(ctx.db, league.id),
      listFailures(ctx.db, league.id),
    ])
    return presentSeasons(summaries, failures)
  }),

  operation(contract.exportSeasons, async ({ ctx, league, user, query, reply }) => {
    const { format, season } = query
    const stored = (await ctx.leagues.seasons(league.id)).years().reverse()
    const years = stored.filter((each) => season === undefined || each === season)
    if (years.length === 0) throw new ApiError('season_not_found')
    const at = ctx.now()
    const exportAs = format === 'json' ? exportAsJson : exportAsTables
    const file = await openExport(league.id, user, async () => exportAs(ctx.db, league, years, at))
    const entry = { at, actor: user, action: 'season.export', leagueId: league.id } as const
    await recordAuditEntry(ctx.db, entry)
    const day = at.toISOString().slice(0, 10)
    const name = downloadName(league.name, `seasons-${day}.${format === 'json' ? 'json' : 'zip'}`)
    return sendDownload(reply, name, file)
  }),

  operation(contract.getLeagueFileSchema, () => LEAGUE_FILE_SCHEMA),

  operation(contract.getSeasonTemplate, ({ query: { kind }, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="season-${kind}.csv"`)
      .send(csvTemplate(kind)),
  ),
]

async function readSeasons(ctx: Context, leagueId: number, request: FastifyRequest) {
  const { files, answers, chosen } = await readForm(request)
  // The league may have been deleted while the files arrived.
  await request.confirmRights()
  const sources = await listSources(ctx.db, leagueId)
  const needsPlayers = sources.some(({ provider }) => LEAGUE_PROVIDERS[provider].hasPlayerList)
  const found = await seasonsFromFiles({
    files,
    answers,
    sources,
    knownIds: await listKnownLeagueIds(ctx.db, leagueId),
    players: needsPlayers ? await findPlayerList(ctx.sleeperPlayers) : null,
    newest: seasonAt(ctx.now()),
  })
  if (chosen === null) return found
  const missing = chosen.find((year) => found.every(({ season }) => season !== year))
  if (missing !== undefined) throw invalidField('seasons', `None of the files contains ${missing}.`)
  return found.filter(({ season }) => chosen.includes(season))
}

/** Throws `questions_open` with the questions of tables that nobody has answered. */
function requireAnswers(offered: readonly SeasonToStore[]): void {
  const open = offered.flatMap(({ season, translated }) =>
    (translated?.tableQuestions ?? [])
      .filter(({ isAnswered }) => !isAnswered)
      .map((question) => {
        const name = question.kind === 'owner_teams' ? `owner_teams ${question.owner}` : question.kind
        return [`${season}, ${name}`, questionText(season, question)] as const
      }),
  )
  const [first] = open
  if (first === undefined) return
  const message = `${first[1]} Nothing was changed.`
  throw new ApiError('questions_open', { message, fields: Object.fromEntries(open) })
}

/** Sorted newest first. Failures of stored seasons are part of the season; other failures are `missing`. */
function presentSeasons(summaries: readonly SeasonSummary[], failures: readonly SeasonFailure[]) {
  const stored = new Set(summaries.map(({ season }) => season))
  return {
    seasons: summaries.toReversed().map((summary) => {
      const failure = failures.find(({ season }) => season === summary.season)
      return {
        ...presentSummary(summary),
        is_final: summary.isFinal,
        fetched_at: summary.fetchedAt.toISOString(),
        last_failure: failure === undefined ? null : toWire(failure),
      }
    }),
    missing: toWire(failures.filter(({ season }) => !stored.has(season))),
  }
}

function presentSummary(summary: SeasonSummary) {
  const { source, provider, leagueImport, file, findings } = summary
  return {
    ...summary,
    source: source === 'espn' ? (provider ?? source) : source,
    ...presentImport(leagueImport),
    ...presentOrigin(file),
    findings: toWire(findings),
  }
}

type PreviewedSeason = ResponseOf<typeof contract.previewSeasons>['seasons'][number]
type PreviewedContents = NonNullable<PreviewedSeason['contents']>

function presentPreview(preview: SeasonPreview): PreviewedSeason {
  const { season, files, stored, translated, rejection } = preview
  const parts = preview.parts.map(({ part }) => part)
  return {
    season,
    files,
    is_stored: stored !== null,
    ...(rejection === null ? {} : { rejection: rejection.message }),
    contents: translated === null ? null : presentContents(translated, parts, stored),
  }
}

function presentContents(
  { season, completeness, questions, tableQuestions, file }: TranslatedSeason,
  parts: readonly ArchivePart[],
  stored: SeasonCompleteness | null,
): PreviewedContents {
  const hasLineups = parts.some(({ name }) => name === 'line-ups')
  const teams = presentTeams(season)
  const podium = season.progress.isFinished ? podiumOf(season) : []
  return {
    source: completeness.source,
    depth: depthWithLineups(completeness, hasLineups),
    ...(stored && { replaces: { depth: stored.depth, teams: stored.teams, games: stored.playedGames } }),
    ...(file === null || parts.length === 0 ? {} : { archive: presentParts(parts) }),
    games: season.games.filter(({ away }) => away !== null).length,
    regular_season_periods: season.calendar.regularSeasonPeriods,
    teams,
    podium: podium.flatMap(({ teamId }) => teams.filter((team) => team.team_id === teamId)),
    findings: toWire(season.findings),
    questions: [
      ...tableQuestions.map(toWire<TableQuestion>),
      ...questions.map((kind) =>
        kind === 'podium' ? { kind } : { kind, periods: listPlayedPeriods(season) },
      ),
    ],
  }
}

function presentParts(parts: readonly ArchivePart[]): NonNullable<PreviewedContents['archive']> {
  const counts = { lineup_weeks: 0, draft_picks: 0, transactions: 0 }
  for (const part of parts) {
    if (part.name === 'line-ups') counts.lineup_weeks += 1
    else if (part.name === 'draft') counts.draft_picks += part.draft.picks.length
    else counts.transactions += part.week.transactions.length
  }
  return counts
}

function presentTeams({ teams, members }: LeagueSeason): PreviewedContents['teams'] {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return teams
    .map(({ teamId, name, ownerIds }) => ({
      team_id: teamId,
      name,
      owners: ownerIds.flatMap((memberId) => names.get(memberId) ?? []),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function listPlayedPeriods({ games, calendar }: LeagueSeason): { period: number; weeks: number[] }[] {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  const weeksOf = new Map(calendar.periods.map(({ period, weeks }) => [period, weeks]))
  return periods.map((period) => ({ period, weeks: weeksOf.get(period) ?? [] }))
}

const MB = 1024 * 1024
const MAX_FILE_MB = 20
/** The limit for all files of a form together, which are in memory at the same time. */
const MAX_FORM_MB = 60

const MAX_ANSWERS_BYTES = 20_000
const MAX_SEASONS = 200

const SEASON_FORM: UploadForm = {
  field: 'files',
  maxFiles: MAX_SEASON_FILES,
  maxFileBytes: MAX_FILE_MB * MB,
  maxFieldBytes: MAX_ANSWERS_BYTES,
  total: { maxBytes: MAX_FORM_MB * MB, message: `Upload at most ${MAX_FORM_MB} MB at a time.` },
  notMultipart: 'Send the files as multipart/form-data.',
  noFiles: 'Choose at least one file.',
  fileTooLarge: (fileName) => `${sanitizeFileName(fileName)}: files can be up to ${MAX_FILE_MB} MB.`,
  wrongField: (fileName) => fileError(sanitizeFileName(fileName), "send it in the 'files' field."),
  tooManyFiles: () =>
    new ApiError('too_large', { message: `Upload at most ${MAX_SEASON_FILES} files at a time.` }),
}

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]

type SeasonForm = {
  files: UploadedFile[]
  answers: ReadonlyMap<number, SeasonAnswers>
  /** The seasons to store; null for all in the files. */
  chosen: readonly number[] | null
}

/** Zips are replaced by the files in them. Throws an ApiError. */
async function readForm(request: FastifyRequest): Promise<SeasonForm> {
  let answers: SeasonForm['answers'] = new Map()
  let chosen: SeasonForm['chosen'] = null
  const onField = (name: string, value: string) => {
    if (name === 'answers') answers = parseAnswers(value)
    if (name === 'seasons') chosen = parseSeasons(value)
  }
  const uploads = await readUploads(request, { ...SEASON_FORM, onField })
  const files = uploads.map(({ fileName, bytes }) => ({ name: sanitizeFileName(fileName), bytes }))
  return { files: await unpackFiles(files), answers, chosen }
}

function parseSeasons(text: string): number[] {
  const seasons = z.array(z.int()).min(1).max(MAX_SEASONS).safeParse(parseJson(text))
  if (!seasons.success) throw invalidField('seasons', 'Choose at least one season.')
  return seasons.data
}

function parseAnswers(text: string): SeasonForm['answers'] {
  const answers = SeasonAnswersField.safeParse(parseJson(text))
  if (!answers.success) throw invalidField('answers', 'Answer the questions about the seasons again.')
  return new Map(
    answers.data.map(({ season, regular_season_periods: regularSeasonPeriods, podium, ...tables }) => [
      season,
      {
        regularSeasonPeriods,
        podium: [...new Set(podium)],
        decimalMark: tables.decimal_mark,
        dateOrder: tables.date_order,
        owners: tables.owners,
      },
    ]),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function sanitizeFileName(fileName: string | undefined): string {
  const base = (fileName ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120)
    .toWellFormed()
  return name === '' ? 'file' : name
}

/** The files, with those of zips instead of the zips. They may have as many bytes together as a form. */
async function unpackFiles(files: readonly UploadedFile[]): Promise<UploadedFile[]> {
  const unpacked: UploadedFile[] = []
  let rest = MAX_FORM_MB * MB
  for (const file of files) {
    const isZip = ZIP_SIGNATURE.every((byte, index) => file.bytes[index] === byte)
    const contents = isZip ? await readZip(file, rest) : [file]
    rest -= contents.reduce((sum, { bytes }) => sum + bytes.length, 0)
    unpacked.push(...contents)
  }
  return unpacked
}

async function readZip({ name, bytes }: UploadedFile, rest: number): Promise<UploadedFile[]> {
  const limits: ZipLimits = { files: MAX_UNPACKED_FILES, bytes: Math.max(0, rest), ratio: 200 }
  try {
    const files = await withZip(Buffer.from(bytes), limits, async ({ sizes, content }) => {
      const contents: UploadedFile[] = []
      for (const path of sizes.keys()) {
        const stream = isLeagueData(path) ? content(path) : null
        const base = path.split('/').at(-1) ?? path
        if (stream !== null) contents.push({ name: base, bytes: await buffer(stream) })
      }
      return contents
    })
    if (files.length === 0) throw fileError(name, 'the zip file contains no JSON or CSV files.')
    return files
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    if (error.fault !== 'too large') throw fileError(name, 'the zip file is damaged.')
    const detail = `a zip file can contain up to ${MAX_UNPACKED_FILES} files and ${MAX_FORM_MB} MB.`
    throw new ApiError('too_large', { message: `${name}: ${detail}` })
  }
}

/** Other files, such as those that a Mac adds, are ignored. */
function isLeagueData(path: string): boolean {
  return /\.(?:json|csv|txt|tsv)$/i.test(path) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(path)
}
