import type { AuditedChange } from '../../repositories/audit.ts'
import {
  changeLeague,
  type LeagueEvent,
  type LeagueRequest,
  recordEvent,
} from '../../repositories/change-league.ts'

/** Changes the history of a league, like `changeLeague`, and tells the open pages which part of it. */
export function changeHistory<Result>(
  call: LeagueRequest,
  part: Extract<LeagueEvent, { name: 'history' }>['data']['change'],
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  return changeLeague(call, async (each) => {
    const result = await change(each)
    const event: LeagueEvent = { name: 'history', data: { change: part } }
    await recordEvent(each.transaction, call.league.id, event, each.now)
    return result
  })
}
