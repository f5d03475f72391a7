import { escapeHtml } from './escape-html.ts'
import type { Email } from './mailer.ts'

/** An email of paragraphs, as plain text and as HTML. */
export function createNotice(to: string, subject: string, paragraphs: readonly string[]): Email {
  return {
    to,
    subject,
    text: [...paragraphs, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      '</body></html>',
    ].join('\n'),
  }
}
