import type { JobKind, JobPool, JobResult, JobRun } from '../../jobs/job.ts'
import { MAIL_RETRIES } from '../../jobs/retry-delay.ts'
import { MailError } from '../../mail/mailer.ts'

export type EmailJobOptions = {
  /** The slots that all emails share. */
  pool: JobPool
  log: { error: (fields: object, message: string) => void }
}

/** A job that sends emails. When the mail server doesn't accept one, `send` is called again later. */
export function emailJob(
  kind: string,
  { pool, log }: EmailJobOptions,
  send: (run: JobRun) => Promise<JobResult | undefined>,
): JobKind {
  return {
    kind,
    async run(run) {
      try {
        return await send(run)
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        log.error({ err: error }, 'failed to send email')
        run.signal.throwIfAborted()
        const reason = `The mail server didn't accept the email: ${error.message}`
        return { kind: 'later', reason, retryAfterMs: null }
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    startsDuringShutdown: true,
    retry: MAIL_RETRIES,
    keepFinished: 'delete',
  }
}
