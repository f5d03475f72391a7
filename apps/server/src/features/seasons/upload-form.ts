import { buffer } from 'node:stream/consumers'
import {
  MAX_SEASON_FILES,
  MAX_UNPACKED_FILES,
  SeasonAnswers as SeasonAnswersField,
} from '@fieldhouse/contract/seasons/seasons'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-answers'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm } from '../../http/requests/uploads.ts'
import { withZip, ZipError, type ZipLimits } from '../../zip/read-zip.ts'
import { fileError, type UploadedFile } from './season-file.ts'

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
export async function readForm(request: FastifyRequest): Promise<SeasonForm> {
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
