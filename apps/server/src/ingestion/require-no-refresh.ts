import type { DbTransaction } from '../database/engine/database.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { blockRefreshes } from '../repositories/leagues/block-refreshes.ts'
import { jobRunningMessage } from './messages.ts'

/** Blocks refreshes, like `blockRefreshes`. Throws `job_running` if one is running. */
export async function requireNoRefresh(
  transaction: DbTransaction,
  leagueId: number,
  now: Date,
): Promise<void> {
  const job = await blockRefreshes(transaction, leagueId)
  if (job !== null) throw new ApiError('job_running', { message: jobRunningMessage(job, now) })
}
