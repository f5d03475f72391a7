import { parseJson } from '../../../files/json.ts'
import {
  ProviderError,
  type RecordedLeague,
  type RecordedRequest,
  type RecordedResponse,
  toWeekTransactions,
} from '../../league-provider.ts'
import type { SleeperClient } from './sleeper-client.ts'
import { sleeperProvider } from './sleeper-provider.ts'

/** Translates recorded responses, whose requests are paths of the API, in the same way as when they were read. */
export function recordedSleeper(
  responses: readonly RecordedResponse[],
  { leagueId, season, players }: RecordedRequest,
): RecordedLeague {
  const request = { leagueId, season, cookies: null }
  return {
    async readSeason() {
      const read = await sleeperProvider(recordedAnswers(responses), players).readSeason(request)
      if (read !== null) return read.season
      throw new ProviderError('unexpected_shape', `no response for league ${leagueId} in ${season}`)
    },

    async readPart(name, week, ofPart) {
      // Transactions are stored without the answer of their league.
      const provider = sleeperProvider(recordedAnswers([...responses, ...ofPart]), players)
      switch (name) {
        case 'line-ups': {
          const read = await provider.readWeek({ ...request, week })
          return read && { name, week: read.week }
        }
        case 'draft': {
          const read = await provider.readDraft(request)
          return read && { name, draft: read.draft }
        }
        case 'transactions': {
          const read = await provider.readTransactions({ ...request, week })
          return read && { name, week: toWeekTransactions(read, season, week) }
        }
      }
    },
  }
}

/** A path without a response is one that Sleeper has no data for. Throws a SyntaxError for invalid JSON. */
function recordedAnswers(responses: readonly RecordedResponse[]): SleeperClient {
  const recorded = new Map(responses.map((response) => [response.request, response]))
  return {
    async get({ path }) {
      const response = recorded.get(path)
      const json = response === undefined ? null : parseJson(response.body)
      return response === undefined || json == null ? null : { ...response, fetchedAt: new Date(0), json }
    },
    getPlayers: async () => null,
  }
}
