import type { ScheduledJob } from '../../jobs/job.ts'
import type { AuditChainStore, ChainHead } from '../../repositories/audit/audit-chain-store.ts'

export type ChainAuditLogOptions = {
  store: Pick<AuditChainStore, 'chainNext'>
  log: { info: (fields: ChainHead, message: string) => void }
}

/**
 * Chains new entries of the audit log. Logs the new head, so that the log outside of the database shows what the chain
 * contained.
 */
export function chainAuditLogJob({ store, log }: ChainAuditLogOptions): ScheduledJob {
  return {
    name: 'audit-chain',
    schedule: '* * * * *',
    async run(signal) {
      while (!signal.aborted) {
        const head = await store.chainNext()
        if (head === null) return
        log.info(head, 'audit log chained')
      }
    },
  }
}
