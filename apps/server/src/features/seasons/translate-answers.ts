import type { LeagueSeason } from '@fieldhouse/domain/season'
import { withConsistencyFindings } from '@fieldhouse/domain/season-consistency'
import { seasonsFromCsv } from '@fieldhouse/domain/season-from-csv'
import { completenessOf, type SeasonCompleteness } from '@fieldhouse/domain/season-replacement'
import { FROM_CSV, UPLOADED } from '../../database/answer-store.ts'
import { translateSeason } from '../../providers/espn/translate.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { readCsv } from './csv-table.ts'

/** An answer as it is kept. */
export type KeptAnswer = { request: string; body: string }

export type MadeSeason = { season: LeagueSeason; wealth: SeasonCompleteness }

/**
 * One season from the answers that it is made of, in their order, with its books checked. Throws
 * what tells why when they do not make one: a ProviderError, or a SyntaxError for no JSON.
 */
export function translateAnswers(
  answers: readonly KeptAnswer[],
  asked: { leagueId: number; season: number },
): MadeSeason {
  const [table] = answers.filter(({ request }) => request.startsWith(FROM_CSV))
  if (table !== undefined) return fromTable(table.body, asked)
  const bodies = answers.map(({ body }) => JSON.parse(body) as unknown)
  const season = withConsistencyFindings(translateSeason(bodies, asked))
  const source = answers.some(({ request }) => request.startsWith(UPLOADED)) ? 'upload' : 'espn'
  return { season, wealth: completenessOf(season, source) }
}

/** A table may hold several seasons. */
function fromTable(text: string, { leagueId, season: year }: { leagueId: number; season: number }) {
  const made = seasonsFromCsv(readCsv(text), leagueId).seasons.find(({ season }) => season === year)
  if (made === undefined) throw new ProviderError('unexpected_shape', `the table has no season ${year}`)
  const season = withConsistencyFindings(made)
  return { season, wealth: completenessOf(season, 'csv') }
}
