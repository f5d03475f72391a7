import { parseJson } from '../../../json/parse-json.ts'
import type { RawResponse } from '../../league-provider.ts'
import type { SleeperClient } from './sleeper-client.ts'

/**
 * Answers with recorded responses instead of requests, so that they are translated in the same way as when they were
 * read. A path without a response is one that Sleeper has no data for. Throws a SyntaxError for invalid JSON.
 */
export function recordedAnswers(responses: readonly RawResponse[]): SleeperClient {
  const recorded = new Map(responses.map((response) => [response.request, response]))
  return {
    async get({ path }) {
      const response = recorded.get(path)
      const json = response === undefined ? null : parseJson(response.body)
      return response === undefined || json == null ? null : { ...response, json }
    },
    getPlayers: async () => null,
  }
}
