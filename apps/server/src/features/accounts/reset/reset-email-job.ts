import { z } from 'zod'
import { type Cipher, createCipher } from '../../../crypto/encryption.ts'
import type { JobKind, JobPool, JobResult, JobRun, NewJob } from '../../../jobs/job.ts'
import { MAIL_RETRIES } from '../../../jobs/retry-delay.ts'
import { MailError } from '../../../mail/mailer.ts'
import type { PreparedReset, ResetSender } from './reset-sender.ts'

const KIND = 'reset-email'

const Payload = z.object({ login: z.string() })

/** Encrypts what was typed into the form while it is queued, because people sometimes type their password there. */
export function createResetRequestCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'password reset requests')
}

/** Asks for an email with a reset link. Whether there is an account is looked up by the job. */
export function resetEmailRequest(usernameOrEmail: string, cipher: Cipher): NewJob {
  return { kind: KIND, payload: { login: cipher.encrypt(usernameOrEmail, KIND) }, isUrgent: true }
}

export type ResetEmailJobOptions = {
  sender: ResetSender
  cipher: Cipher
  /** The slots that all emails share. */
  pool: JobPool
  log: { error: (fields: object, message: string) => void }
}

/** Creates and sends an email with a reset link. Its local context is a link that was created already. */
export function resetEmailJob({ sender, cipher, pool, log }: ResetEmailJobOptions): JobKind {
  async function prepare({
    payload,
    attempt,
    localContext,
  }: JobRun): Promise<PreparedReset | JobResult | null> {
    if (localContext !== undefined) return localContext as PreparedReset
    const login = cipher.decrypt(Payload.parse(payload).login, KIND)
    if (login === null) return { kind: 'refused', reason: "The server's secret key has changed." }
    return sender.prepare(login, attempt > 1)
  }

  return {
    kind: KIND,
    async run(run) {
      const prepared = await prepare(run)
      if (prepared == null) return undefined
      if (!('link' in prepared)) return prepared
      try {
        await sender.send(prepared, run.signal)
        return undefined
      } catch (error) {
        log.error({ err: error }, 'failed to send email')
        run.signal.throwIfAborted()
        if (!(error instanceof MailError)) throw error
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
