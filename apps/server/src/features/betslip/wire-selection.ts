import type { Pick as WirePick } from '@fieldhouse/contract/betslip'
import { type Selection, toSelection } from '@fieldhouse/domain/betslip/selections'

type WireSelection = NonNullable<WirePick['selection']>

/** The selection of a request; null if its side or line does not fit its market. */
export function fromWire({ game_id: gameId, ...parts }: WireSelection): Selection | null {
  return toSelection({ gameId, ...parts })
}

export function presentSelection(selection: Selection): WireSelection {
  const { gameId: game_id, market, side } = selection
  return { game_id, market, side, line: selection.market === 'moneyline' ? null : selection.line }
}
