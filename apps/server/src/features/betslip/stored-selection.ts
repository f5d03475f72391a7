import type { Pick as WirePick } from '@fieldhouse/contract/betslip'
import { MARKETS, SELECTION_SIDES, type Selection } from '@fieldhouse/domain/betslip/selections'
import { z } from 'zod'

type WireSelection = NonNullable<WirePick['selection']>

const StoredSelection = z.object({
  gameId: z.int(),
  market: z.enum(MARKETS),
  side: z.enum(SELECTION_SIDES),
  line: z.number().optional(),
})

/** The selection of a stored pick; null without one. */
export function parseStoredSelection(json: string | null): Selection | null {
  if (json === null) return null
  const { gameId, market, side, line = null } = StoredSelection.parse(JSON.parse(json))
  return fromWire({ game_id: gameId, market, side, line })
}

/** The selection of a request; null if its side or line does not belong to its market. */
export function fromWire({ game_id: gameId, market, side, line }: WireSelection): Selection | null {
  const isTeam = side === 'home' || side === 'away'
  if (market === 'moneyline') return isTeam && line === null ? { gameId, market, side } : null
  if (line === null) return null
  if (market === 'spread') return isTeam ? { gameId, market, side, line } : null
  return isTeam ? null : { gameId, market, side, line }
}

export function presentSelection(selection: Selection): WireSelection {
  const { gameId: game_id, market, side } = selection
  return { game_id, market, side, line: selection.market === 'moneyline' ? null : selection.line }
}
