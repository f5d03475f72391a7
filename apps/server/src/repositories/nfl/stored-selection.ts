import { MARKETS, SELECTION_SIDES, type Selection, toSelection } from '@fieldhouse/domain/betslip/selections'
import { z } from 'zod'
import { parseJson } from '../../files/json.ts'

const StoredSelection = z.object({
  gameId: z.int(),
  market: z.enum(MARKETS),
  side: z.enum(SELECTION_SIDES),
  line: z.number().nullable().default(null),
})

/**
 * null without a pick, and if its side or line does not fit its market. Throws a ZodError or a SyntaxError for anything
 * that is not a selection.
 */
export function parseStoredSelection(json: string | null): Selection | null {
  return json === null ? null : toSelection(StoredSelection.parse(parseJson(json)))
}
