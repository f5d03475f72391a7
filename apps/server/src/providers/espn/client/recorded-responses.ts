import { parseJson } from '../../../files/json.ts'
import type { RecordedLeague, RecordedRequest, RecordedResponse } from '../../league-provider.ts'
import { translatePart } from '../translate/archive-part.ts'
import { translateSeason } from '../translate/season.ts'

/** Each response contains everything of its part. */
export function recordedEspn(
  responses: readonly RecordedResponse[],
  { leagueId, season }: RecordedRequest,
): RecordedLeague {
  const expected = { leagueId, season }
  return {
    readSeason: async () =>
      translateSeason(
        responses.map(({ body }) => parseJson(body)),
        expected,
      ),
    readPart: async (name, week, [response]) =>
      response === undefined ? null : translatePart(parseJson(response.body), { ...expected, week, name }),
  }
}
