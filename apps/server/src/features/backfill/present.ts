import type { backfillHistory } from '@fieldhouse/contract/backfill'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { BackfillReport } from './backfill-plan.ts'

export function presentBackfill(
  report: BackfillReport,
  ownerCount: number,
): ResponseOf<typeof backfillHistory> {
  return { ...report, aggregate: { managers: ownerCount } }
}
