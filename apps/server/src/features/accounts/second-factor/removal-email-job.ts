import { z } from 'zod'
import type { JobKind, NewJob } from '../../../jobs/job.ts'
import { withoutAutoLinks } from '../../../mail/escape-html.ts'
import type { Email, Mailer } from '../../../mail/mailer.ts'
import { createNotice } from '../../../mail/notice.ts'
import { type EmailJobOptions, emailJob } from '../email-job.ts'
import type { Account, AccountStore } from '../store.ts'

const KIND = 'second-factors-removed-email'

const Payload = z.object({ userId: z.int() })

/** Tells a user that a site admin has removed their second factors. */
export function removalEmailRequest(userId: number): NewJob {
  return { kind: KIND, payload: { userId } }
}

export type RemovalEmailJobOptions = EmailJobOptions & {
  accounts: Pick<AccountStore, 'findById'>
  mailer: Mailer
}

export function removalEmailJob(options: RemovalEmailJobOptions): JobKind {
  const { accounts, mailer } = options
  return emailJob(KIND, options, async ({ payload, signal }) => {
    const account = await accounts.findById(Payload.parse(payload).userId)
    if (account?.emailState === 'verified') await mailer.send(createRemovalEmail(account), signal)
    return undefined
  })
}

function createRemovalEmail({ username, email }: Account): Email {
  const paragraphs = [
    `A site admin has removed the passkeys and the authenticator app of your Fieldhouse account ${withoutAutoLinks(username)}.`,
    'You were signed out everywhere, and now sign in with your password alone. Add a passkey or an authenticator app again on your account page.',
    "If you didn't ask for it, change your password and contact a site admin.",
  ]
  return createNotice(email, 'The second factors of your Fieldhouse account were removed', paragraphs)
}
