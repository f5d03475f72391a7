import type { Job } from '../../jobs/job.ts'
import type { ExternalData } from './external-data.ts'

/** Checks every five minutes for stale external data. Most runs fetch nothing. */
export function externalDataJob(externalData: Pick<ExternalData, 'refreshStale'>): Job {
  return {
    name: 'outside-data',
    schedule: '*/5 * * * *',
    async run(signal) {
      await externalData.refreshStale(signal)
    },
  }
}
