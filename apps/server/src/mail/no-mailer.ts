import type { Mailer } from './mailer.ts'

/** Sends nothing, because nobody said through which server, and says so for each letter. */
export function noMailer(log: { warn: (line: string) => void }): Mailer {
  return {
    async send() {
      log.warn('a letter was not sent: SMTP_URL is not set')
    },
  }
}
