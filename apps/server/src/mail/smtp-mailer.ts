import { createTransport } from 'nodemailer'
import { MailError, type Mailer } from './mailer.ts'

/** In milliseconds: for each step of the conversation, and for a letter as a whole. */
export type MailTimeouts = { stepMs: number; totalMs: number }

const DEFAULT_TIMEOUTS: MailTimeouts = { stepMs: 10_000, totalMs: 30_000 }

/** Sends by SMTP: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
export function smtpMailer(url: string, from: string, times: MailTimeouts = DEFAULT_TIMEOUTS): Mailer {
  const transport = createTransport(
    {
      url,
      dnsTimeout: times.stepMs,
      connectionTimeout: times.stepMs,
      greetingTimeout: times.stepMs,
      socketTimeout: times.stepMs,
      socketCloseTimeout: 0,
    },
    // Nothing of a letter is ever read from a file or fetched.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, subject, text, html, unsubscribeUrl }, signal) {
      try {
        await transport.sendMail({
          // As one address, so that nothing in it is read as a list of several.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Not by one click: that needs a call which anybody with the letter can make. Source: RFC 8058.
          ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: { url: unsubscribeUrl } } }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(times.totalMs)]),
        })
      } catch (error) {
        throw new MailError(describeError(error, signal))
      }
    },
  }
}

/**
 * Without the mail server's own words once it has seen the letter: some repeat the addresses in it.
 * For the same reason the failure itself is not kept as a cause.
 */
function describeError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'the server is stopping'
  if (!(error instanceof Error)) return 'for no known reason'
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const kind = [code ?? error.name, command, responseCode].filter((part) => part !== undefined).join(' ')
  return hasSentMessage(command) ? kind : `${kind}: ${error.message}`
}

function hasSentMessage(command: string | undefined): boolean {
  return command === undefined || /^(?:DATA|API)$/.test(command)
}
