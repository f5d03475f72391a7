import type { LeagueSeason } from '@fieldhouse/domain/season'
import { withConsistencyFindings } from '@fieldhouse/domain/season-consistency'
import { seasonsFromCsv } from '@fieldhouse/domain/season-from-csv'
import { completenessOf, type SeasonCompleteness } from '@fieldhouse/domain/season-replacement'
import { CSV_PREFIX, UPLOAD_PREFIX } from '../../database/provider-response-store.ts'
import { translateSeason } from '../../providers/espn/translate.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { readCsv } from './csv-table.ts'

/** An answer as it is kept. */
export type RecordedResponse = { request: string; body: string }

export type TranslatedSeason = { season: LeagueSeason; completeness: SeasonCompleteness }

/**
 * One season from the answers that it is made of, in their order, with its books checked. Throws
 * what tells why when they do not make one: a ProviderError, or a SyntaxError for no JSON.
 */
export function translateResponses(
  answers: readonly RecordedResponse[],
  asked: { leagueId: number; season: number },
): TranslatedSeason {
  const [table] = answers.filter(({ request }) => request.startsWith(CSV_PREFIX))
  if (table !== undefined) return translateCsv(table.body, asked)
  const bodies = answers.map(({ body }) => JSON.parse(body) as unknown)
  const season = withConsistencyFindings(translateSeason(bodies, asked))
  const source = answers.some(({ request }) => request.startsWith(UPLOAD_PREFIX)) ? 'upload' : 'espn'
  return { season, completeness: completenessOf(season, source) }
}

/** A table may hold several seasons. */
function translateCsv(text: string, { leagueId, season: year }: { leagueId: number; season: number }) {
  const made = seasonsFromCsv(readCsv(text), leagueId).seasons.find(({ season }) => season === year)
  if (made === undefined) throw new ProviderError('unexpected_shape', `the table has no season ${year}`)
  const season = withConsistencyFindings(made)
  return { season, completeness: completenessOf(season, 'csv') }
}
