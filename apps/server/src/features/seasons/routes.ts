import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { leagueFileSchema } from '@fieldhouse/contract/league-file'
import {
  exportSeasons,
  getLeagueFileSchema,
  getSeasonTemplate,
  listSeasons,
  MAX_SEASON_FILES,
  previewSeasons,
  SeasonAnswers as SeasonAnswersField,
  uploadSeasons,
} from '@fieldhouse/contract/seasons'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { sendError } from '../../http/errors/error-handler.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import { openExport } from '../../http/requests/league-exports.ts'
import { readUploads, type UploadForm } from '../../http/requests/uploads.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import type { PlayerDirectory } from '../../providers/sleeper/client/sleeper-provider.ts'
import { filesThread } from './files-thread.ts'
import { csvTemplate } from './league-file/csv.ts'
import { exportAsJson, exportAsTables } from './league-file/export-seasons.ts'
import type { LeagueFileStore } from './league-file/league-file-store.ts'
import { questionText } from './messages.ts'
import { presentPreview, presentSeason, presentSeasons } from './present.ts'
import { fileError, SeasonRejection, type UploadedFile } from './season-file.ts'
import { seasonsFromFiles } from './seasons-from-files.ts'
import type { SeasonStore, SeasonToStore } from './store.ts'
import { unpackFiles } from './unpack-files.ts'

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
  wrongField: (fileName) =>
    toApiError(fileError(sanitizeFileName(fileName), "send it in the 'files' field.")),
  tooManyFiles: () =>
    new ApiError('too_large', { message: `Upload at most ${MAX_SEASON_FILES} files at a time.` }),
}

export type SeasonsOptions = {
  store: SeasonStore
  files: LeagueFileStore
  sleeperPlayers: PlayerDirectory
  now: () => Date
}

export const seasonsRoutes: FastifyPluginAsyncZod<SeasonsOptions> = async (
  app,
  { store, files: leagueFiles, sleeperPlayers, now },
) => {
  app.setErrorHandler(sendSeasonError)
  await app.register(multipart)
  const thread = filesThread()
  app.addHook('onClose', () => thread.close())

  async function readSeasons(request: FastifyRequest): Promise<SeasonToStore[]> {
    const { files: uploaded, answers, chosen } = await readForm(request)
    const files = await unpackFiles(uploaded, MAX_FORM_MB * MB)
    // The league may have been deleted while the files arrived.
    await request.confirmRights()
    const seasons = await seasonsFromFiles(files, answers, {
      sources: await store.listSources(leagueOf(request).id),
      knownIds: await store.listSleeperIds(leagueOf(request).id),
      players: sleeperPlayers,
      newest: seasonAt(now()),
      thread,
    })
    if (chosen === null) return seasons
    const missing = chosen.find((year) => seasons.every(({ season }) => season !== year))
    if (missing !== undefined) throw invalidField('seasons', `None of the files contains ${missing}.`)
    return seasons.filter(({ season }) => chosen.includes(season))
  }

  app.route({
    ...previewSeasons,
    async handler(request) {
      const seasons = await readSeasons(request)
      const previews = await store.preview(leagueOf(request).id, seasons)
      return { seasons: previews.map(presentPreview) }
    },
  })

  app.route({
    ...uploadSeasons,
    async handler(request) {
      const league = leagueOf(request)
      const seasons = await readSeasons(request)
      requireAnswers(seasons)
      const result = await store.storeAll(league.id, seasons, currentUser(request), now())
      if (result.kind === 'job_running')
        throw new ApiError('job_running', { message: jobRunningMessage(result.job, now()) })
      return { seasons: result.seasons.map(presentSeason) }
    },
  })

  app.route({
    ...listSeasons,
    async handler(request) {
      const { id } = leagueOf(request)
      const [summaries, failures] = await Promise.all([store.listSummaries(id), store.listFailures(id)])
      return presentSeasons(summaries, failures)
    },
  })

  app.route({
    ...exportSeasons,
    async handler(request, reply) {
      const { id, name } = leagueOf(request)
      const { format, season } = request.query
      const stored = await leagueFiles.listSeasons(id)
      const seasons = stored.filter((each) => season === undefined || each === season)
      if (seasons.length === 0) throw new ApiError('season_not_found')
      const source = {
        league: name,
        seasons,
        read: (year: number) => leagueFiles.read(id, year),
        now: now(),
      }
      const user = currentUser(request)
      const file = await openExport(id, user, async () =>
        format === 'json' ? exportAsJson(source) : exportAsTables(source),
      )
      await store.recordExport(id, user, now())
      return sendExport(reply, exportName(name, format, now()), file)
    },
  })

  app.route({
    ...getLeagueFileSchema,
    handler: () => Promise.resolve(LEAGUE_FILE_SCHEMA),
  })

  app.route({
    ...getSeasonTemplate,
    async handler({ query }, reply) {
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="season-${query.kind}.csv"`)
        .send(csvTemplate(query.kind))
    },
  })
}

const LEAGUE_FILE_SCHEMA = leagueFileSchema()

function sendExport(reply: FastifyReply, name: string, file: Readable): FastifyReply {
  return reply
    .type(name.endsWith('.json') ? 'application/json' : 'application/zip')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(file)
}

function exportName(league: string, format: 'json' | 'csv', now: Date): string {
  return downloadName(
    league,
    `seasons-${now.toISOString().slice(0, 10)}.${format === 'json' ? 'json' : 'zip'}`,
  )
}

type SeasonForm = {
  files: UploadedFile[]
  answers: ReadonlyMap<number, SeasonAnswers>
  /** The seasons to store; null for all in the files. */
  chosen: readonly number[] | null
}

async function readForm(request: FastifyRequest): Promise<SeasonForm> {
  let answers: SeasonForm['answers'] = new Map()
  let chosen: SeasonForm['chosen'] = null
  const onField = (name: string, value: string) => {
    if (name === 'answers') answers = parseAnswers(value)
    if (name === 'seasons') chosen = parseSeasons(value)
  }
  const uploads = await readUploads(request, { ...SEASON_FORM, onField })
  const files = uploads.map(({ fileName, bytes }) => ({ name: sanitizeFileName(fileName), bytes }))
  return { files, answers, chosen }
}

/** Throws `questions_open` with the questions of tables that nobody has answered. */
function requireAnswers(seasons: readonly SeasonToStore[]): void {
  const open = seasons.flatMap(({ season, translated }) =>
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

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns the base name without control characters, at most 120 characters long. */
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

/** The error handler of these routes: also responds to rejected files. */
function sendSeasonError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(error instanceof SeasonRejection ? toApiError(error) : error, request, reply)
}

function toApiError({ reason, message, fields }: SeasonRejection): ApiError {
  return new ApiError(reason, { message, ...(fields === undefined ? {} : { fields }) })
}
