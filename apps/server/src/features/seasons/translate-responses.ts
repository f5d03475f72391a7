import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import {
  completeSeason,
  NO_ANSWERS,
  type SeasonAnswers,
  type SeasonQuestion,
} from '@fieldhouse/domain/seasons/season-answers'
import { seasonsFromCsv } from '@fieldhouse/domain/seasons/season-from-csv'
import {
  completenessOf,
  type SeasonCompleteness,
  type SeasonSource,
} from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import { parseJson } from '../../json/parse-json.ts'
import { translateSeason } from '../../providers/espn/translate/season.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import {
  ANSWERS_REQUEST,
  CSV_PREFIX,
  UPLOAD_PREFIX,
} from '../../repositories/seasons/provider-response-store.ts'
import { readCsv } from './csv.ts'

/** A raw response as it is stored. */
export type RecordedResponse = { request: string; body: string }

export type TranslatedSeason = {
  season: LeagueSeason
  completeness: SeasonCompleteness
  /** null for a CSV table. */
  provider: ProviderName | null
  /** What only the admin's answers decide. */
  questions: readonly SeasonQuestion[]
}

/**
 * Translates the responses of one season, in their order, with the answers among them, and checks the season for
 * consistency. Throws a ProviderError if they do not make up a season, or a SyntaxError for invalid JSON.
 */
export function translateResponses(
  responses: readonly RecordedResponse[],
  expected: { leagueId: string; season: number },
): TranslatedSeason {
  const data = responses.filter(({ request }) => request !== ANSWERS_REQUEST)
  const answers = responses.find(({ request }) => request === ANSWERS_REQUEST)
  const { season: translated, source } = translateData(data, expected)
  const { season, questions } = completeSeason(
    translated,
    answers === undefined ? NO_ANSWERS : parseAnswers(answers.body),
    { hasOwnRecords: source !== 'csv' },
  )
  const checked = withConsistencyFindings(season)
  const provider = source === 'csv' ? null : 'espn'
  return { season: checked, completeness: completenessOf(checked, source), provider, questions }
}

function translateData(
  responses: readonly RecordedResponse[],
  expected: { leagueId: string; season: number },
): { season: LeagueSeason; source: SeasonSource } {
  const csv = responses.find(({ request }) => request.startsWith(CSV_PREFIX))
  if (csv !== undefined) return { season: translateCsv(csv.body, expected), source: 'csv' }
  const season = translateSeason(
    responses.map(({ body }) => parseJson(body)),
    expected,
  )
  const isUpload = responses.some(({ request }) => request.startsWith(UPLOAD_PREFIX))
  return { season, source: isUpload ? 'upload' : 'espn' }
}

/** A CSV file may contain several seasons. */
function translateCsv(
  text: string,
  { leagueId, season: year }: { leagueId: string; season: number },
): LeagueSeason {
  const season = seasonsFromCsv(readCsv(text), leagueId).seasons.find((each) => each.season === year)
  if (season === undefined) throw new ProviderError('unexpected_shape', `the CSV file has no season ${year}`)
  return season
}

const StoredAnswers: z.ZodType<SeasonAnswers> = z.object({
  regularSeasonPeriods: z.int().nullable(),
  podium: z.array(z.int()),
})

export function formatAnswers(answers: SeasonAnswers): RecordedResponse {
  return { request: ANSWERS_REQUEST, body: JSON.stringify(StoredAnswers.parse(answers)) }
}

function parseAnswers(body: string): SeasonAnswers {
  const answers = StoredAnswers.safeParse(parseJson(body))
  if (answers.success) return answers.data
  throw new ProviderError('unexpected_shape', 'the stored answers are damaged', { cause: answers.error })
}
