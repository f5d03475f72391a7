export type Email = {
  to: string
  subject: string
  text: string
  /** The same for programs that show HTML; whatever stands in it is escaped already. */
  html: string
  /** Where its reader ends letters of this kind, which mail programs offer beside it. Absent where they cannot be ended. */
  unsubscribeUrl?: string
}

/** What sends letters. */
export interface Mailer {
  /**
   * Resolves once the mail server has taken the letter. Throws a MailError when it has not, also
   * when the signal gives it up.
   */
  send(letter: Email, signal: AbortSignal): Promise<void>
}

/** A letter was not sent. The message is fit for the log: it holds nothing of the letter. */
export class MailError extends Error {
  override name = 'MailError'
}
