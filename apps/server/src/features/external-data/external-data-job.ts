import type { Job } from '../../jobs/job.ts'
import type { ExternalData } from './external-data.ts'

/** Looks every five minutes for what is no longer fresh; mostly nothing is. */
export function externalDataJob(outside: Pick<ExternalData, 'refreshStale'>): Job {
  return {
    name: 'outside-data',
    schedule: '*/5 * * * *',
    async run(signal) {
      await outside.refreshStale(signal)
    },
  }
}
