import { type AuditedChange, type AuditedRequest, changeWithAudit } from '../audit/audit.ts'
import { lockLeague } from './lock-league.ts'

export type LeagueRequest = AuditedRequest & { league: { id: number } }

/** Runs a change in a transaction that has locked the league. An error undoes it. */
export function changeLeague<Result>(
  call: LeagueRequest,
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  const { id: leagueId } = call.league
  return changeWithAudit(call, async ({ transaction, now, audit }) => {
    await lockLeague(transaction, leagueId)
    return change({ transaction, now, audit: (action, detail) => audit(action, detail, leagueId) })
  })
}
