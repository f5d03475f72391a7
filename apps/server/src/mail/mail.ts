import type { Transporter } from 'nodemailer'

/** In milliseconds: for each step of the SMTP conversation, and for an email in total. */
type MailTimeouts = { stepMs: number; totalMs: number }

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

export type Email = {
  to: string
  subject: string
  text: string
  /** The same content as HTML, already escaped. */
  html: string
  /** A page to unsubscribe from this kind of email, sent as List-Unsubscribe. Absent if it has no unsubscribe. */
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Resolves once the mail server has accepted the email. Throws a MailError if it has not, or on abort. */
  send(email: Email, signal: AbortSignal): Promise<void>
}

/** An email was not sent. The message is safe to log: it contains nothing of the email. */
export class MailError extends Error {
  override name = 'MailError'
}

/** The mailer without SMTP_URL: sends nothing and logs a warning for each email. */
export function noMailer(log: { warn: (message: string) => void }): Mailer {
  return {
    async send() {
      log.warn('email not sent: SMTP_URL is not set')
    },
  }
}

/** A part of an email. A text is the same in HTML, with a paragraph for each of its lines. */
type Paragraph = string | { text: string; html: string }

export function linkTo(url: string, label: string): Paragraph {
  return { text: url, html: `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>` }
}

export function createNotice(to: string, subject: string, paragraphs: readonly Paragraph[]): Email {
  const parts = paragraphs.map((part) =>
    typeof part === 'string' ? { text: part, html: escapeHtml(part).replaceAll('\n', '</p>\n<p>') } : part,
  )
  return {
    to,
    subject,
    text: [...parts.map(({ text }) => text), ''].join('\n\n'),
    html: htmlDocument(parts.map(({ html }) => `<p>${html}</p>`)),
  }
}

/** @param lines with everything escaped */
function htmlDocument(lines: readonly string[]): string {
  return ['<!doctype html><html lang="en"><body>', ...lines, '</body></html>'].join('\n')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Adds zero-width spaces to a text that a user chose, so that mail programs don't turn a domain or an address
 * in it into a link.
 */
export function withoutAutoLinks(text: string): string {
  return text.replace(/(?<=\S)[.:/@](?=\S)/g, '\u200b$&')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
