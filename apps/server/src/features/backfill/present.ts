import type { backfillHistory } from '@fieldhouse/contract/backfill'
import type { AnswerOf } from '@fieldhouse/contract/operation'
import type { BackfillReport } from './backfill-plan.ts'

export function presentBackfill(
  report: BackfillReport,
  ownerCount: number,
): AnswerOf<typeof backfillHistory> {
  return { ...report, aggregate: { managers: ownerCount } }
}
