import type { Mailer } from './mailer.ts'

/** The mailer without SMTP_URL: sends nothing and logs a warning for each email. */
export function noMailer(log: { warn: (message: string) => void }): Mailer {
  return {
    async send() {
      log.warn('email not sent: SMTP_URL is not set')
    },
  }
}
