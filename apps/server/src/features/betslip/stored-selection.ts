import type { Pick as WirePick } from '@fieldhouse/contract/betslip'
import { MARKETS, SELECTION_SIDES, type Selection, toSelection } from '@fieldhouse/domain/betslip/selections'
import { z } from 'zod'

type WireSelection = NonNullable<WirePick['selection']>

const StoredSelection = z.object({
  gameId: z.int(),
  market: z.enum(MARKETS),
  side: z.enum(SELECTION_SIDES),
  line: z.number().nullable().default(null),
})

/** The selection of a stored pick; null without one. */
export function parseStoredSelection(json: string | null): Selection | null {
  if (json === null) return null
  return toSelection(StoredSelection.parse(JSON.parse(json)))
}

/** The selection of a request; null if its side or line does not fit its market. */
export function fromWire({ game_id: gameId, ...parts }: WireSelection): Selection | null {
  return toSelection({ gameId, ...parts })
}

export function presentSelection(selection: Selection): WireSelection {
  const { gameId: game_id, market, side } = selection
  return { game_id, market, side, line: selection.market === 'moneyline' ? null : selection.line }
}
