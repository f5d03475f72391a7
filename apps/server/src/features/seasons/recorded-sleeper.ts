import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import { completeSeason, NO_ANSWERS } from '@fieldhouse/domain/seasons/season-answers'
import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { ProviderError, type RawResponse, toWeekTransactions } from '../../providers/league-provider.ts'
import { recordedAnswers } from '../../providers/sleeper/client/recorded-answers.ts'
import { type PlayerDirectory, sleeperProvider } from '../../providers/sleeper/client/sleeper-provider.ts'
import { UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import type { TranslatedSeason } from './translate-responses.ts'

type Expected = { leagueId: string; season: number }

/** Recorded responses of one season of a league, whose requests are paths of the API. */
export interface RecordedSleeper {
  /** Throws a ProviderError or SyntaxError if the responses do not make up the season. */
  readSeason(previousSeasons: readonly number[] | null): Promise<TranslatedSeason>
  /** null if none of the responses contains it. Lineups throw `unavailable` while the list of players is missing. */
  readPart(name: ArchivePartName, week: number): Promise<ArchivePart | null>
}

/** Reads recorded responses, fetched or uploaded, with the provider that reads the API. */
export function recordedSleeper(
  responses: readonly RawResponse[],
  { leagueId, season }: Expected,
  players: PlayerDirectory,
): RecordedSleeper {
  const answers = responses.map((response) => ({
    ...response,
    request: response.request.replace(UPLOAD_PREFIX, ''),
  }))
  const provider = sleeperProvider(recordedAnswers(answers), players)
  const request = { leagueId, season, cookies: null }
  const source = responses.some((response) => response.request.startsWith(UPLOAD_PREFIX)) ? 'upload' : 'espn'

  return {
    /** The seasons of the chain are only known to Sleeper. `previousSeasons` are those that it has once said. */
    async readSeason(previousSeasons) {
      const response = await provider.readSeason(request)
      if (response === null)
        throw new ProviderError('unexpected_shape', `no response for league ${leagueId} in ${season}`)
      const read = response.season
      const { season: completed, questions } = completeSeason(
        previousSeasons === null ? read : { ...read, previousSeasons: [...previousSeasons] },
        NO_ANSWERS,
        { hasOwnRecords: true },
      )
      const checked = withConsistencyFindings(completed)
      return {
        season: checked,
        completeness: completenessOf(checked, source),
        provider: 'sleeper',
        parts: [],
        players: [],
        file: null,
        questions,
        tableQuestions: [],
      }
    },

    async readPart(name, week) {
      switch (name) {
        case 'line-ups': {
          const read = await provider.readWeek({ ...request, week })
          return read === null ? null : { name, week: read.week }
        }
        case 'draft': {
          const read = await provider.readDraft(request)
          return read === null ? null : { name, draft: read.draft }
        }
        case 'transactions': {
          const read = await provider.readTransactions({ ...request, week })
          return read === null ? null : { name, week: toWeekTransactions(read, season, week) }
        }
      }
    },
  }
}
