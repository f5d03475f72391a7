import { z } from 'zod'
import { type Cipher, createCipher } from '../../../crypto/encryption.ts'
import type { JobKind, JobResult, JobRun, NewJob } from '../../../jobs/job.ts'
import { type EmailJobOptions, emailJob } from '../email-job.ts'
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

export type ResetEmailJobOptions = EmailJobOptions & { sender: ResetSender; cipher: Cipher }

/** Creates and sends an email with a reset link. Its local context is a link that was created already. */
export function resetEmailJob(options: ResetEmailJobOptions): JobKind {
  const { sender, cipher } = options

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

  return emailJob(KIND, options, async (run) => {
    const prepared = await prepare(run)
    if (prepared == null) return undefined
    if (!('link' in prepared)) return prepared
    await sender.send(prepared, run.signal)
    return undefined
  })
}
