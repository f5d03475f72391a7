import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { seasonsFromCsv } from '@fieldhouse/domain/seasons/season-from-csv'
import { completenessOf, type SeasonCompleteness } from '@fieldhouse/domain/seasons/season-replacement'
import { translateSeason } from '../../providers/espn/translate/season.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { CSV_PREFIX, UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import { readCsv } from './csv.ts'

/** A raw response as it is stored. */
export type RecordedResponse = { request: string; body: string }

export type TranslatedSeason = { season: LeagueSeason; completeness: SeasonCompleteness }

/**
 * Translates the responses of one season, in their order, and checks the season for consistency. Throws a
 * ProviderError if they do not make up a season, or a SyntaxError for invalid JSON.
 */
export function translateResponses(
  responses: readonly RecordedResponse[],
  expected: { leagueId: number; season: number },
): TranslatedSeason {
  const [csv] = responses.filter(({ request }) => request.startsWith(CSV_PREFIX))
  if (csv !== undefined) return translateCsv(csv.body, expected)
  const bodies = responses.map(({ body }) => JSON.parse(body) as unknown)
  const season = withConsistencyFindings(translateSeason(bodies, expected))
  const source = responses.some(({ request }) => request.startsWith(UPLOAD_PREFIX)) ? 'upload' : 'espn'
  return { season, completeness: completenessOf(season, source) }
}

/** A CSV file may contain several seasons. */
function translateCsv(text: string, { leagueId, season: year }: { leagueId: number; season: number }) {
  const parsed = seasonsFromCsv(readCsv(text), leagueId).seasons.find(({ season }) => season === year)
  if (parsed === undefined) throw new ProviderError('unexpected_shape', `the CSV file has no season ${year}`)
  const season = withConsistencyFindings(parsed)
  return { season, completeness: completenessOf(season, 'csv') }
}
