import type { Job } from '../../jobs/job.ts'
import type { OutsideData } from './outside-data.ts'

/** Looks every five minutes for what is no longer fresh; mostly nothing is. */
export function outsideJob(outside: Pick<OutsideData, 'readWhatIsDue'>): Job {
  return {
    name: 'outside-data',
    schedule: '*/5 * * * *',
    async run(signal) {
      await outside.readWhatIsDue(signal)
    },
  }
}
