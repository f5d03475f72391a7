import { createTransport } from 'nodemailer'
import { MailError, type Mailer } from './mailer.ts'

/** In milliseconds: for each step of the conversation, and for a letter as a whole. */
export type MailTimes = { step: number; whole: number }

const TIMES: MailTimes = { step: 10_000, whole: 30_000 }

/** Sends by SMTP: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
export function smtpMailer(url: string, from: string, times: MailTimes = TIMES): Mailer {
  const transport = createTransport(
    {
      url,
      dnsTimeout: times.step,
      connectionTimeout: times.step,
      greetingTimeout: times.step,
      socketTimeout: times.step,
      socketCloseTimeout: 0,
    },
    // Nothing of a letter is ever read from a file or fetched.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, subject, text, html, endedAt }, signal) {
      try {
        await transport.sendMail({
          // As one address, so that nothing in it is read as a list of several.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Not by one click: that needs a call which anybody with the letter can make. Source: RFC 8058.
          ...(endedAt === undefined ? {} : { list: { unsubscribe: { url: endedAt } } }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(times.whole)]),
        })
      } catch (error) {
        throw new MailError(reasonOf(error, signal))
      }
    },
  }
}

/**
 * Without the mail server's own words once it has seen the letter: some repeat the addresses in it.
 * For the same reason the failure itself is not kept as a cause.
 */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'the server is stopping'
  if (!(error instanceof Error)) return 'for no known reason'
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const kind = [code ?? error.name, command, responseCode].filter((part) => part !== undefined).join(' ')
  return hasSeenTheLetter(command) ? kind : `${kind}: ${error.message}`
}

function hasSeenTheLetter(command: string | undefined): boolean {
  return command === undefined || /^(?:DATA|API)$/.test(command)
}
