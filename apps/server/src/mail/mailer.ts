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
