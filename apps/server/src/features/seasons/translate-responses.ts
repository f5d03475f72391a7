import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { completeSeason, type SeasonQuestion } from '@fieldhouse/domain/seasons/season-answers'
import {
  completenessOf,
  type SeasonCompleteness,
  type SeasonSource,
} from '@fieldhouse/domain/seasons/season-replacement'
import type { TableQuestion } from '@fieldhouse/domain/seasons/table-row'
import { parseJson } from '../../json/parse-json.ts'
import { translateSeason } from '../../providers/espn/translate/season.ts'
import type { FileOrigin } from '../../repositories/season-documents/stored-seasons.ts'
import { ANSWERS_REQUEST, UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import type { NamedPlayer } from './league-file/translate-parts.ts'
import { findAnswers, translateFiles } from './translate-files.ts'

/** A raw response as it is stored. */
export type RecordedResponse = { request: string; body: string }

export type TranslatedSeason = {
  season: LeagueSeason
  completeness: SeasonCompleteness
  /** null for a file that does not name a provider. */
  provider: ProviderName | null
  /** The lineups, draft and transactions of a file. Those of other responses are translated apart. */
  parts: readonly ArchivePart[]
  /** The players that a file names. */
  players: readonly NamedPlayer[]
  /** The format of the file; null for responses of a provider. */
  file: FileOrigin | null
  /** What only the admin's answers decide. */
  questions: readonly SeasonQuestion[]
  /** What tables leave open. A season is stored only with the answers. */
  tableQuestions: readonly TableQuestion[]
}

/**
 * Translates the responses of one season, in their order, with the answers among them, and checks the season for
 * consistency. Throws a ProviderError if they do not make up a season, or a SyntaxError for invalid JSON.
 */
export function translateResponses(
  responses: readonly RecordedResponse[],
  expected: { leagueId: string; season: number },
  translate = translateFiles,
): TranslatedSeason {
  const data = responses.filter(({ request }) => request !== ANSWERS_REQUEST)
  const file = translate(responses, expected.season)
  const translated =
    file?.season ??
    translateSeason(
      data.map(({ body }) => parseJson(body)),
      expected,
    )
  const { season, questions } = completeSeason(translated, findAnswers(responses), {
    hasOwnRecords: file?.hasOwnRecords ?? true,
  })
  const checked = withConsistencyFindings(season)
  return {
    season: checked,
    completeness: completenessOf(checked, file === null ? sourceOf(data) : 'csv'),
    provider: file === null ? 'espn' : file.provider,
    parts: file?.parts ?? [],
    players: file?.players ?? [],
    file: file === null ? null : { files: [], version: file.version, platform: file.platform },
    questions,
    tableQuestions: file?.questions ?? [],
  }
}

function sourceOf(responses: readonly RecordedResponse[]): SeasonSource {
  return responses.some(({ request }) => request.startsWith(UPLOAD_PREFIX)) ? 'upload' : 'espn'
}
