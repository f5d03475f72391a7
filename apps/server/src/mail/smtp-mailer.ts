import type { Transporter } from 'nodemailer'
import { MailError, type Mailer } from './mailer.ts'

/** In milliseconds: for each step of the SMTP conversation, and for an email in total. */
export type MailTimeouts = { stepMs: number; totalMs: number }

const DEFAULT_TIMEOUTS: MailTimeouts = { stepMs: 10_000, totalMs: 30_000 }

/** Sends email by SMTP. `url` is `smtp://user:password@host:port`, or `smtps://` for implicit TLS. */
export function smtpMailer(url: string, from: string, timeouts: MailTimeouts = DEFAULT_TIMEOUTS): Mailer {
  let transport: Promise<Transporter> | undefined
  return {
    async send({ to, subject, text, html, unsubscribeUrl }, signal) {
      try {
        transport ??= createTransport(url, from, timeouts)
        await (await transport).sendMail({
          // As an object, so that the address is not parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // No one-click unsubscribe: it would need an endpoint that anyone with the email can call. Source: RFC 8058.
          ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: { url: unsubscribeUrl } } }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.totalMs)]),
        })
      } catch (error) {
        throw new MailError(describeError(error, signal))
      }
    },
  }
}

/** Connects and signs in to a mail server. Returns why that fails; null if it does not. */
export async function checkMailServer(url: string): Promise<string | null> {
  const transport = await createTransport(url, '', DEFAULT_TIMEOUTS)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return describeError(error, new AbortController().signal)
  } finally {
    transport.close()
  }
}

/** Loads the mail library with the first email, which a start then does not wait for. */
async function createTransport(url: string, from: string, { stepMs }: MailTimeouts): Promise<Transporter> {
  const nodemailer = await import('nodemailer')
  return nodemailer.createTransport(
    {
      url,
      dnsTimeout: stepMs,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      socketCloseTimeout: 0,
    },
    // The content of an email is never read from a file or fetched.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
}

/**
 * Leaves out the mail server's response once it has received the content, because some servers repeat
 * addresses from it. For the same reason the original error is not set as the cause.
 */
function describeError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'the server is stopping'
  if (!(error instanceof Error)) return 'unknown error'
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const kind = [code ?? error.name, command, responseCode].filter((part) => part !== undefined).join(' ')
  const hasSentMessage = command === undefined || /^(?:DATA|API)$/.test(command)
  return hasSentMessage ? kind : `${kind}: ${error.message}`
}
